import { aduClassOf, garagesOf, isCourtyard } from '../adu/traits.ts';
import type { CandidateColumns } from '../columns.ts';
import { type AduClassFields, LARGEST, MEASURES, measureOf } from '../features/measures.ts';
import { buildingAreaLimits, type Limits, parcelAreaLimits } from '../limits.ts';
import type { BandTable, ScoringModel } from '../model/document.ts';
import { bandOf } from '../model/lookup.ts';
import { NA } from '../na.ts';
import { type LookUp, type LookUps, LookUpsBuilder } from './look-ups.ts';
import { hundredths, Learned, pack, tenths } from './pack.ts';
import { type NaColumn, suspectBuildingAreas, suspectParcelAreas } from './settle.ts';
import { endsOf, steppedTable } from './steps.ts';

/** Points are packed in tenths; multipliers are in hundredths. */
export interface AduTables {
  readonly propertyType: 'adu';
  readonly parcelArea: Limits;
  readonly buildingArea: Limits;
  readonly lookUps: LookUps;
  readonly openArea: LookUp;
  readonly openRatio: LookUp;
  readonly perUnit: LookUp;
  readonly classCount: number;
  /** Four for each class: packed, its units' points and what was learned about its kinds; penalties, see below; tenths that
   * doubtful data takes away, 0 or less; nothing. */
  readonly classValues: Int32Array;
  /** What open ground is divided by. */
  readonly classUnits: Float64Array;
  readonly townhouseMinScore: number;
  readonly courtyardMinScore: number;
  readonly na: readonly NaColumn[];
  readonly classNa: Uint8Array;
}

/**
 * The penalties of a class, in hundredths, in one integer:
 *
 *   bits 0 to 6             for its number of units
 *   bits 7 to 13, 14 to 20  for its garages, when the score so far is low, and when it is high enough to matter
 *   bits 21 to 27           for its courtyard, when the score so far is high enough
 */
function packPenalties(units: number, garagesLow: number, garagesHigh: number, courtyard: number): number {
  return units | (garagesLow << 7) | (garagesHigh << 14) | (courtyard << 21);
}

export function aduTables(model: ScoringModel, columns: CandidateColumns): AduTables {
  const { adu } = model;
  const learned = new Learned(adu.learned);
  const pointsOf = (trait: 'open_area' | 'open_ratio' | 'open_area_per_unit') =>
    steppedTable(
      endsOf(adu[trait]),
      (value) => {
        const kind = bandOf(adu[trait], value);
        return pack(tenths(kind?.value ?? 0), learned.of(trait, kind?.label), kind === null);
      },
      Object.is,
      trait === 'open_ratio' ? 1 : LARGEST,
    );
  const openArea = pointsOf('open_area');
  const openRatio = pointsOf('open_ratio');
  const perUnit = pointsOf('open_area_per_unit');
  const { townhouse_penalty: townhouse, courtyard_penalty: courtyard } = adu;
  const builder = new LookUpsBuilder();
  const itself = (packed: number) => packed;
  const byNumber = {
    openArea: builder.add(openArea, itself),
    openRatio: builder.add(openRatio, itself),
    perUnit: builder.add(perUnit, itself),
  };
  return {
    propertyType: 'adu',
    parcelArea: suspectParcelAreas(model),
    buildingArea: suspectBuildingAreas(model),
    ...byNumber,
    lookUps: builder.build(),
    ...classTables(adu, columns, learned),
    // Scores so far are in tenths times the hundredths of the penalties before.
    townhouseMinScore: tenths(townhouse.few_garages.min_score) * 100,
    courtyardMinScore: tenths(courtyard.min_score) * 10_000,
    na: naColumns(model),
  };
}

/** What rules a score out, by column. Without open area the open ground per home is not known either. */
function naColumns(model: ScoringModel): NaColumn[] {
  const { adu } = model;
  const indexOf = (measure: (typeof MEASURES)['adu'][number]) => MEASURES.adu.indexOf(measure);
  // No number is outside: it is only needed.
  const needed = (...tables: BandTable[]) => ({
    from: 0,
    to: LARGEST,
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

function classTables(adu: ScoringModel['adu'], columns: CandidateColumns, learned: Learned) {
  const classCount = columns.classes.size;
  const classValues = new Int32Array(new SharedArrayBuffer(classCount * 16));
  const classUnits = new Float64Array(new SharedArrayBuffer(classCount * 8));
  const classNa = new Uint8Array(new SharedArrayBuffer(classCount));
  let index = 0;
  // Columns of adu candidates have classes by these fields.
  for (const fields of columns.classes as Iterable<AduClassFields>) {
    const { reliability, unitPenalty, ...kinds } = aduClassOf(adu, fields);
    const units = measureOf(fields, 'units');
    const isUnknown = kinds.units === null || unitPenalty === null;
    const learnedTenths = Object.entries(kinds).reduce(
      (sum, [trait, kind]) => sum + learned.of(trait, kind?.label),
      0,
    );
    const buildings = measureOf(fields, 'buildings');
    classValues[index * 4] = pack(tenths(kinds.units?.value ?? 0), learnedTenths, isUnknown);
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

/** When the score so far is low, and when it is high enough for few garages to matter. */
function garagePenalties(adu: ScoringModel['adu'], garages: number): [low: number, high: number] {
  const { without_garage, few_garages } = adu.townhouse_penalty;
  const found = garagesOf(adu, garages);
  if (found === 'none') return [hundredths(without_garage), hundredths(without_garage)];
  return [100, found === 'few' ? hundredths(few_garages.multiplier) : 100];
}
