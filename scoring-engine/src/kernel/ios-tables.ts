import type { CandidateColumns } from '../columns.ts';
import { type IosClassFields, MEASURES } from '../features/measures.ts';
import { highwayOf, iosClassOf, lotSizeOf, railOf } from '../ios/kinds.ts';
import { buildingAreaLimits, type Limits, naOf, parcelAreaLimits } from '../limits.ts';
import type { ScoringModel } from '../model/document.ts';
import { bandOf, inSquareFeet } from '../model/lookup.ts';
import { NA } from '../na-reasons.ts';
import { type EnvironmentTables, environmentTables } from './environment.ts';
import { DEAL_BREAKER, type NaColumn, unflaggedBuildingAreas } from './flagged.ts';
import { type Lookup, type LookupTables, LookupTablesBuilder } from './lookup-tables.ts';
import { hundredths, pack, TrainedAdjustments, tenths } from './pack.ts';
import { endsOf, isSame, steppedTable } from './steps.ts';

/** The kernel's tables for IOS. Points are packed in hundredths; multipliers are in hundredths. */
export interface IosTables {
  readonly propertyType: 'ios';
  readonly lookupTables: LookupTables;
  readonly area: Lookup;
  readonly open: Lookup;
  readonly highway: Lookup;
  readonly rail: Lookup;
  readonly buildingArea: Limits;
  readonly classCount: number;
  readonly classPacked: Int32Array;
  readonly na: readonly NaColumn[];
  readonly classNa: Uint8Array;
  readonly environment: EnvironmentTables;
  /** The column of environmental grades: see `CandidateColumns.environment`. */
  readonly grades: Uint8Array<SharedArrayBuffer>;
}

export function iosTables(model: ScoringModel, columns: CandidateColumns): Omit<IosTables, 'grades'> {
  const { ios } = model;
  const trained = new TrainedAdjustments(ios.learned);
  const { highway, interchange_bonus, rail, highway_weight, rail_weight } = ios.transportation;
  const area = steppedTable(
    [...endsOf(inSquareFeet(ios.lot_size)), model.parcel_area.from, model.parcel_area.to],
    (value) => {
      const kind = lotSizeOf(ios, value);
      const isRuledOut = naOf(parcelAreaLimits(model), value) !== NA.none;
      return pack(hundredths(kind?.value ?? 0), trained.of('lot_size', kind?.label), isRuledOut);
    },
    Object.is,
  );
  const open = steppedTable(
    endsOf(ios.open_ratio, ios.open_space_penalty),
    (value) => {
      const kind = bandOf(ios.open_ratio, value);
      return {
        packed: pack(hundredths(kind?.value ?? 0), trained.of('open_ratio', kind?.label), false),
        penalty: hundredths(bandOf(ios.open_space_penalty, value)?.value ?? 1),
      };
    },
    isSame,
    1,
  );
  const byHighway = steppedTable(
    endsOf(highway, interchange_bonus),
    (meters) => {
      const { kind, tenths: points } = highwayOf(ios, meters);
      return pack(points * tenths(highway_weight), trained.of('highway', kind?.label), false);
    },
    Object.is,
  );
  const byRail = steppedTable(
    endsOf(rail),
    (meters) => {
      const { kind, tenths: points } = railOf(ios, meters);
      return pack(points * tenths(rail_weight), trained.of('rail', kind?.label), false);
    },
    Object.is,
  );
  const builder = new LookupTablesBuilder();
  const identity = (packed: number) => packed;
  const byNumber = {
    area: builder.add(area, identity),
    open: builder.add(
      open,
      ({ packed }) => packed,
      ({ penalty }) => penalty,
    ),
    highway: builder.add(byHighway, identity),
    rail: builder.add(byRail, identity),
  };
  return {
    propertyType: 'ios',
    ...byNumber,
    lookupTables: builder.build(),
    buildingArea: unflaggedBuildingAreas(model),
    na: naColumns(model),
    ...classTables(ios, columns, trained),
    environment: environmentTables(model, columns),
  };
}

/** Returns the limits that rule a score out, by column. */
function naColumns(model: ScoringModel): NaColumn[] {
  return [
    { measure: MEASURES.ios.indexOf('parcel_area'), ...parcelAreaLimits(model) },
    { measure: MEASURES.ios.indexOf('building_area'), ...buildingAreaLimits(model) },
  ];
}

function classTables(ios: ScoringModel['ios'], columns: CandidateColumns, trained: TrainedAdjustments) {
  const classCount = columns.classes.size;
  const classPacked = new Int32Array(new SharedArrayBuffer(classCount * 4));
  const classNa = new Uint8Array(new SharedArrayBuffer(classCount));
  let index = 0;
  // Columns of IOS candidates have classes with these fields.
  for (const fields of columns.classes as Iterable<IosClassFields>) {
    const { kinds, isUnclassified, dealBreaker } = iosClassOf(ios, fields);
    classPacked[index] = Object.entries(kinds).reduce(
      (packed, [trait, { value, label }]) =>
        packed + pack(hundredths(value), trained.of(trait, label), false),
      pack(0, 0, isUnclassified || dealBreaker !== null),
    );
    classNa[index] = isUnclassified ? NA.unclassified : dealBreaker === null ? NA.none : DEAL_BREAKER;
    index++;
  }
  return { classCount, classPacked, classNa };
}
