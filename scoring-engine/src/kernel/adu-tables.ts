import { aduClassOf, garageClassOf, isCourtyard } from '../adu/kinds.ts';
import type { CandidateColumns } from '../columns.ts';
import { type AduClassFields, MAX_MEASURE, MEASURES, measureOf } from '../features/measures.ts';
import { buildingAreaLimits, type Limits, parcelAreaLimits } from '../limits.ts';
import type { BandTable, ScoringModel } from '../model/document.ts';
import { bandOf } from '../model/lookup.ts';
import { NA } from '../na-reasons.ts';
import { type NaColumn, unflaggedBuildingAreas, unflaggedParcelAreas } from './flagged.ts';
import { type Lookup, type LookupTables, LookupTablesBuilder } from './lookup-tables.ts';
import { hundredths, pack, TrainedAdjustments, tenths } from './pack.ts';
import { endsOf, steppedTable } from './steps.ts';

/** The kernel's tables for ADU. Points are packed in tenths; multipliers are in hundredths. */
export interface AduTables {
  readonly propertyType: 'adu';
  readonly parcelArea: Limits;
  readonly buildingArea: Limits;
  readonly lookupTables: LookupTables;
  readonly openArea: Lookup;
  readonly openRatio: Lookup;
  readonly perUnit: Lookup;
  readonly classCount: number;
  /**
   * Four values per class: packed points for units with trained adjustments, packed penalties (`packPenalties`),
   * tenths deducted for data reliability (0 or less), and one unused value.
   */
  readonly classValues: Int32Array;
  /** Divisor of the open area. */
  readonly classUnits: Float64Array;
  readonly townhouseMinScore: number;
  readonly courtyardMinScore: number;
  readonly na: readonly NaColumn[];
  readonly classNa: Uint8Array;
}

/**
 * Packs the penalty multipliers of a class, in hundredths, into one integer:
 *
 *   bits 0 to 6             number of units
 *   bits 7 to 13, 14 to 20  garages, for a low and for a high running score
 *   bits 21 to 27           courtyard, for a high running score
 */
function packPenalties(units: number, garagesLow: number, garagesHigh: number, courtyard: number): number {
  return units | (garagesLow << 7) | (garagesHigh << 14) | (courtyard << 21);
}

export function aduTables(model: ScoringModel, columns: CandidateColumns): AduTables {
  const { adu } = model;
  const trained = new TrainedAdjustments(adu.learned);
  const pointsOf = (trait: 'open_area' | 'open_ratio' | 'open_area_per_unit') =>
    steppedTable(
      endsOf(adu[trait]),
      (value) => {
        const kind = bandOf(adu[trait], value);
        return pack(tenths(kind?.value ?? 0), trained.of(trait, kind?.label), kind === null);
      },
      Object.is,
      trait === 'open_ratio' ? 1 : MAX_MEASURE,
    );
  const { townhouse_penalty: townhouse, courtyard_penalty: courtyard } = adu;
  const builder = new LookupTablesBuilder();
  const identity = (packed: number) => packed;
  const lookups = {
    openArea: builder.add(pointsOf('open_area'), identity),
    openRatio: builder.add(pointsOf('open_ratio'), identity),
    perUnit: builder.add(pointsOf('open_area_per_unit'), identity),
  };
  return {
    propertyType: 'adu',
    parcelArea: unflaggedParcelAreas(model),
    buildingArea: unflaggedBuildingAreas(model),
    ...lookups,
    lookupTables: builder.build(),
    ...classTables(adu, columns, trained),
    // A running score is in tenths, times 100 per penalty applied so far: one before townhouse, two before courtyard.
    townhouseMinScore: tenths(townhouse.few_garages.min_score) * 100,
    courtyardMinScore: tenths(courtyard.min_score) * 10_000,
    na: naColumns(model),
  };
}

/**
 * Returns the range that can be scored for each column, with the reasons for a missing score. Without open area, open
 * area per home is unknown too.
 */
function naColumns(model: ScoringModel): NaColumn[] {
  const { adu } = model;
  const indexOf = (measure: (typeof MEASURES)['adu'][number]) => MEASURES.adu.indexOf(measure);
  // The number only has to be known; no value is out of range.
  const needed = (...tables: BandTable[]) => ({
    from: 0,
    to: MAX_MEASURE,
    unknown: tables.some((table) => bandOf(table, Number.NaN) === null) ? NA.openSpaceUnknown : NA.none,
    outside: NA.none,
  });
  return [
    { measure: indexOf('parcel_area'), ...parcelAreaLimits(model) },
    { measure: indexOf('building_area'), ...buildingAreaLimits(model) },
    { measure: indexOf('open_area'), ...needed(adu.open_area, adu.open_area_per_unit) },
    { measure: indexOf('open_ratio'), ...needed(adu.open_ratio) },
  ];
}

function classTables(adu: ScoringModel['adu'], columns: CandidateColumns, trained: TrainedAdjustments) {
  const classCount = columns.classes.size;
  const classValues = new Int32Array(new SharedArrayBuffer(classCount * 16));
  const classUnits = new Float64Array(new SharedArrayBuffer(classCount * 8));
  const classNa = new Uint8Array(new SharedArrayBuffer(classCount));
  let index = 0;
  // Columns of ADU candidates have classes with these fields.
  for (const fields of columns.classes as Iterable<AduClassFields>) {
    const { reliability, unitPenalty, ...kinds } = aduClassOf(adu, fields);
    const units = measureOf(fields, 'units');
    const isUnknown = kinds.units === null || unitPenalty === null;
    const trainedTenths = Object.entries(kinds).reduce(
      (sum, [trait, kind]) => sum + trained.of(trait, kind?.label),
      0,
    );
    const buildings = measureOf(fields, 'buildings');
    classValues[index * 4] = pack(tenths(kinds.units?.value ?? 0), trainedTenths, isUnknown);
    classValues[index * 4 + 1] = packPenalties(
      hundredths(unitPenalty?.value ?? 1),
      ...garagePenalties(adu, measureOf(fields, 'garages')),
      isCourtyard(adu, buildings, units) ? hundredths(adu.courtyard_penalty.multiplier) : 100,
    );
    classValues[index * 4 + 2] = reliability.reduce((sum, { kind }) => sum + tenths(kind.value), 0);
    classUnits[index] = Math.max(Number.isNaN(units) ? 0 : units, 1);
    classNa[index] = isUnknown ? NA.unitsUnknown : NA.none;
    index++;
  }
  return { classCount, classValues, classUnits, classNa };
}

/** Returns the garage multipliers for a low and for a high running score. Few garages reduce only a high one. */
function garagePenalties(adu: ScoringModel['adu'], garages: number): [low: number, high: number] {
  const { without_garage, few_garages } = adu.townhouse_penalty;
  const garageClass = garageClassOf(adu, garages);
  if (garageClass === 'none') return [hundredths(without_garage), hundredths(without_garage)];
  return [100, garageClass === 'few' ? hundredths(few_garages.multiplier) : 100];
}
