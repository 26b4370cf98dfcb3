import type { PropertyType } from '@landline/event-schemas';
import type { CandidateColumns } from '../../columns.ts';
import { CLASS_FIELDS } from '../../features/measures.ts';
import type { BandTable, Kind, ScoringModel, WordTable } from '../../model/document.ts';
import { inSquareFeet, matchesRule, plainText, ruleOf } from '../../model/lookup.ts';
import { NA } from '../../na-reasons.ts';

/** The values that a model gives to the texts of one field, as a table to join. */
interface TextTable {
  readonly field: string;
  /** Each text, its value as an integer, and 1 for a deal breaker. */
  readonly rows: readonly (readonly [text: string, value: number, breaks: 0 | 1])[];
}

/** A model's formula as one SQL statement over `candidate` and a table for the texts of each field. */
export interface SqlFormula {
  /** Columns of `candidate` beside the measures. */
  readonly texts: readonly string[];
  readonly counts: readonly string[];
  readonly textTables: readonly TextTable[];
  /** Returns (row, score, property_score, na) per candidate: tenths, -1 for N/A. */
  readonly select: string;
}

const COUNTS = ['units', 'potential_garages_count', 'building_count'];

export function sqlFormula(
  propertyType: PropertyType,
  model: ScoringModel,
  columns: CandidateColumns,
): SqlFormula {
  const counts = propertyType === 'adu' ? COUNTS : [];
  const texts = CLASS_FIELDS[propertyType].filter((field) => !COUNTS.includes(field));
  const { building_area_source, building_data_quality, data_quality_flag } = model.adu.reliability;
  const tables: Partial<Record<string, WordTable>> =
    propertyType === 'adu'
      ? { building_area_source, building_data_quality, data_quality_flag }
      : {
          ios_property_type: model.ios.property_type,
          zoning_code: model.ios.zoning,
          lot_use: model.ios.lot_use,
          lot_shape: model.ios.lot_shape,
          topography: model.ios.topography,
        };
  const scale = propertyType === 'adu' ? 10 : 100;
  const textTables = texts.flatMap((field) => {
    const table = tables[field];
    if (table === undefined) return [];
    const values = new Set<string>();
    for (const fields of columns.classes) if (fields[field] !== null) values.add(String(fields[field]));
    const breaks = (text: string) => matchesRule(model.ios.deal_breakers, plainText(text));
    const rows = [...values].map(
      (text) => [text, Math.round(ruleOf(table, text).value * scale), breaks(text) ? 1 : 0] as const,
    );
    return [{ field, rows }];
  });
  const select = propertyType === 'adu' ? aduSelect(model, textTables) : iosSelect(model, textTables);
  return { texts, counts, textTables, select };
}

const joins = (tables: readonly TextTable[]) =>
  tables.map(({ field }) => `LEFT JOIN text_${field} ON candidate.${field} = text_${field}.text`).join(' ');

const worthOf = (field: string, { value }: Kind, scale: number) =>
  `coalesce(text_${field}.value, ${Math.round(value * scale)})`;

/** Renders a table as a CASE with integer values. */
function caseOf(table: BandTable, column: string, scale: number): string {
  const value = (points: number) => Math.round(points * scale);
  const bands = table.bands.map(({ from, to, value: points }) => {
    const conditions = [
      from === undefined ? '' : `${column} >= ${from}`,
      to === undefined ? '' : `${column} <= ${to}`,
    ];
    return `WHEN ${conditions.filter(Boolean).join(' AND ')} THEN ${value(points)}`;
  });
  const unknown = `WHEN ${column} IS NULL THEN ${value(table.unknown?.value ?? 0)}`;
  return `(CASE ${unknown} ${bands.join(' ')} ELSE ${value(table.otherwise.value)} END)`;
}

const limitsOf = ({ parcel_area: p, building_area: b }: ScoringModel): string => `
  CASE WHEN parcel_area IS NULL THEN ${NA.parcelAreaUnknown} WHEN parcel_area < ${p.from} OR parcel_area > ${p.to} THEN ${NA.parcelAreaOutside} ELSE 0 END,
  CASE WHEN building_area < ${b.from} OR building_area > ${b.to} THEN ${NA.buildingAreaOutside} ELSE 0 END`;

/** The environmental grade is a column of `candidate`: computed once per set of environmental tables, as in the kernel. */
function iosSelect(model: ScoringModel, textTables: readonly TextTable[]): string {
  const { ios } = model;
  const { highway, interchange_bonus, rail, max, highway_weight, rail_weight } = ios.transportation;
  const multipliers = model.environmental.grades.map(
    ({ multiplier }, index) => `WHEN ${index + 2} THEN ${Math.round(multiplier * 100)}`,
  );
  const top = Math.round(max * 10);
  return `
    WITH points AS (
      SELECT row, adjustment,
        ${worthOf('ios_property_type', ios.property_type.unknown, 100)} + ${worthOf('zoning_code', ios.zoning.unknown, 100)}
        + ${worthOf('lot_use', ios.lot_use.unknown, 100)} + ${worthOf('lot_shape', ios.lot_shape.unknown, 100)}
        + ${worthOf('topography', ios.topography.unknown, 100)}
        + ${caseOf(inSquareFeet(ios.lot_size), 'parcel_area', 100)} + ${caseOf(ios.open_ratio, 'open_ratio', 100)}
        + least(${top}, ${caseOf(highway, 'interchange', 10)} + ${caseOf(interchange_bonus, 'interchange', 10)}) * ${Math.round(highway_weight * 10)}
        + least(${top}, ${caseOf(rail, 'rail', 10)}) * ${Math.round(rail_weight * 10)} AS base,
        ${caseOf(ios.open_space_penalty, 'open_ratio', 100)} AS penalty,
        CASE grade ${multipliers.join(' ')} ELSE 100 END AS multiplier,
        1 - greatest(coalesce(text_ios_property_type.breaks, 0), coalesce(text_lot_use.breaks, 0)) AS keep,
        greatest(${limitsOf(model)},
          CASE WHEN ios_property_type IS NULL AND zoning_code IS NULL AND lot_use IS NULL THEN ${NA.unclassified} ELSE 0 END) AS na
      FROM candidate ${joins(textTables)}
    )
    SELECT row, na,
      CASE WHEN na > 0 THEN -1 ELSE
        (greatest(0, least(100000000, base * penalty * multiplier + greatest(-300, least(300, adjustment)) * 100000)) + 50000) // 100000 * keep
      END AS score,
      CASE WHEN na > 0 THEN -1 ELSE (base + 5) // 10 END AS property_score
    FROM points`;
}

function aduSelect({ adu, ...model }: ScoringModel, textTables: readonly TextTable[]): string {
  const { without_garage, few_garages: few } = adu.townhouse_penalty;
  const court = adu.courtyard_penalty;
  const reliability = (['building_area_source', 'building_data_quality', 'data_quality_flag'] as const)
    .map((field) => worthOf(field, adu.reliability[field].unknown, 10))
    .join(' + ');
  return `
    WITH points AS (
      SELECT row, adjustment, units, potential_garages_count AS garages, building_count AS buildings, ${reliability} AS reliability,
        ${caseOf(adu.open_area, 'open_area', 10)} + ${caseOf(adu.open_ratio, 'open_ratio', 10)} + ${caseOf(adu.units, 'units', 10)}
        + ${caseOf(adu.open_area_per_unit, '(open_area / greatest(units, 1))', 10)} AS base,
        ${caseOf(adu.unit_count_penalty, 'units', 100)} AS unit_penalty,
        greatest(${limitsOf({ adu, ...model })},
          CASE WHEN open_area IS NULL OR open_ratio IS NULL THEN ${NA.openSpaceUnknown} ELSE 0 END,
          CASE WHEN units IS NULL THEN ${NA.unitsUnknown} ELSE 0 END) AS na
      FROM candidate ${joins(textTables)}
    ), after_units AS (SELECT *, base * unit_penalty AS so_far FROM points),
    after_garages AS (
      SELECT *, so_far * CASE WHEN garages = 0 THEN ${Math.round(without_garage * 100)}
        WHEN garages >= ${few.from} AND garages <= ${few.to} AND so_far >= ${Math.round(few.min_score * 1_000)} THEN ${Math.round(few.multiplier * 100)}
        ELSE 100 END AS then_so_far
      FROM after_units
    ), after_courtyard AS (
      SELECT *, then_so_far * CASE WHEN buildings = ${court.buildings} AND units >= ${court.min_units}
        AND then_so_far >= ${Math.round(court.min_score * 100_000)} THEN ${Math.round(court.multiplier * 100)} ELSE 100 END AS scaled
      FROM after_garages
    )
    SELECT row, na, -1 AS property_score,
      CASE WHEN na > 0 THEN -1 ELSE
        (greatest(0, least(1000000000, scaled + (greatest(-300, least(300, adjustment)) + reliability) * 1000000)) + 500000) // 1000000
      END AS score
    FROM after_courtyard`;
}
