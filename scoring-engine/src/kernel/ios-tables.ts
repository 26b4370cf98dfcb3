import type { CandidateColumns } from '../columns.ts';
import { type IosClassFields, MEASURES } from '../features/measures.ts';
import { highwayOf, iosClassOf, lotSizeOf, railOf } from '../ios/traits.ts';
import { buildingAreaLimits, type Limits, naOf, parcelAreaLimits } from '../limits.ts';
import type { ScoringModel } from '../model/document.ts';
import { bandOf, inSquareFeet } from '../model/lookup.ts';
import { NA } from '../na.ts';
import { type EnvironmentTables, environmentTables } from './environment.ts';
import { type LookUp, type LookUps, LookUpsBuilder } from './look-ups.ts';
import { hundredths, Learned, pack, tenths } from './pack.ts';
import { DEAL_BREAKER, type NaColumn, suspectBuildingAreas } from './settle.ts';
import { endsOf, isSame, steppedTable } from './steps.ts';

/** Points are packed in hundredths; multipliers are in hundredths. */
export interface IosTables {
  readonly propertyType: 'ios';
  readonly lookUps: LookUps;
  readonly area: LookUp;
  readonly open: LookUp;
  readonly highway: LookUp;
  readonly rail: LookUp;
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
  const learned = new Learned(ios.learned);
  const { highway, interchange_bonus, rail, highway_weight, rail_weight } = ios.transportation;
  const area = steppedTable(
    [...endsOf(inSquareFeet(ios.lot_size)), model.parcel_area.from, model.parcel_area.to],
    (value) => {
      const kind = lotSizeOf(ios, value);
      const isRuledOut = naOf(parcelAreaLimits(model), value) !== NA.none;
      return pack(hundredths(kind?.value ?? 0), learned.of('lot_size', kind?.label), isRuledOut);
    },
    Object.is,
  );
  const open = steppedTable(
    endsOf(ios.open_ratio, ios.open_space_penalty),
    (value) => {
      const kind = bandOf(ios.open_ratio, value);
      return {
        packed: pack(hundredths(kind?.value ?? 0), learned.of('open_ratio', kind?.label), false),
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
      return pack(points * tenths(highway_weight), learned.of('highway', kind?.label), false);
    },
    Object.is,
  );
  const byRail = steppedTable(
    endsOf(rail),
    (meters) => {
      const { kind, tenths: points } = railOf(ios, meters);
      return pack(points * tenths(rail_weight), learned.of('rail', kind?.label), false);
    },
    Object.is,
  );
  const builder = new LookUpsBuilder();
  const itself = (packed: number) => packed;
  const byNumber = {
    area: builder.add(area, itself),
    open: builder.add(
      open,
      ({ packed }) => packed,
      ({ penalty }) => penalty,
    ),
    highway: builder.add(byHighway, itself),
    rail: builder.add(byRail, itself),
  };
  return {
    propertyType: 'ios',
    ...byNumber,
    lookUps: builder.build(),
    buildingArea: suspectBuildingAreas(model),
    na: naColumns(model),
    ...classTables(ios, columns, learned),
    environment: environmentTables(model, columns),
  };
}

/** What rules a score out, by column. */
function naColumns(model: ScoringModel): NaColumn[] {
  return [
    { measure: MEASURES.ios.indexOf('parcel_area'), ...parcelAreaLimits(model) },
    { measure: MEASURES.ios.indexOf('building_area'), ...buildingAreaLimits(model) },
  ];
}

function classTables(ios: ScoringModel['ios'], columns: CandidateColumns, learned: Learned) {
  const classCount = columns.classes.size;
  const classPacked = new Int32Array(new SharedArrayBuffer(classCount * 4));
  const classNa = new Uint8Array(new SharedArrayBuffer(classCount));
  let index = 0;
  // Columns of ios candidates have classes by these fields.
  for (const fields of columns.classes as Iterable<IosClassFields>) {
    const { kinds, isUnclassified, dealBreaker } = iosClassOf(ios, fields);
    classPacked[index] = Object.entries(kinds).reduce(
      (packed, [trait, { value, label }]) =>
        packed + pack(hundredths(value), learned.of(trait, label), false),
      pack(0, 0, isUnclassified || dealBreaker !== null),
    );
    classNa[index] = isUnclassified ? NA.unclassified : dealBreaker === null ? NA.none : DEAL_BREAKER;
    index++;
  }
  return { classCount, classPacked, classNa };
}
