import { gradeOf, SQFT_PER_ACRE } from '@landline/event-schemas';
import { csvCell, csvHeader } from '../../platform/http/csv.ts';
import { type Hit, type Hits, hitsFrom } from './hits.ts';

export const TEXT_FACTS = [
  'street_address',
  'city',
  'zip_code',
  'apn',
  'zoning_code',
  'data_quality_flag',
] as const;
type TextFact = (typeof TEXT_FACTS)[number];
export const NUMBER_FACTS = [
  'units',
  'open_area',
  'open_ratio',
  'parcel_area',
  'building_area',
  'year_built',
  'latitude',
  'longitude',
] as const;
type NumberFact = (typeof NUMBER_FACTS)[number];

/** Reads a candidate's features by name. */
export interface Facts {
  text(name: TextFact): string | null;
  number(name: NumberFact): number | null;
}

type Cell = (facts: Facts, hit: Hit) => string;

/** Escapes imported texts, which a spreadsheet could interpret as formulas. */
const text =
  (name: TextFact): Cell =>
  (facts) =>
    csvCell(facts.text(name) ?? '');
const number =
  (name: NumberFact, factor = 1, digits?: number): Cell =>
  (facts) => {
    const value = facts.number(name);
    if (value === null) return '';
    return digits === undefined ? String(value) : (value * factor).toFixed(digits);
  };

const COLUMNS: readonly (readonly [name: string, cell: Cell])[] = [
  ['Address', text('street_address')],
  ['City', text('city')],
  ['Zip Code', text('zip_code')],
  ['APN', text('apn')],
  ['AI Score', (_, { score }) => score?.toFixed(1) ?? ''],
  ['Grade', (_, { score }) => gradeOf(score)],
  ['Units', number('units')],
  ['Open Space (sq ft)', number('open_area')],
  ['Open Space (%)', number('open_ratio', 100, 1)],
  ['Lot Size (sq ft)', number('parcel_area')],
  ['Lot Size (acres)', number('parcel_area', 1 / SQFT_PER_ACRE, 2)],
  ['Building Area (sq ft)', number('building_area')],
  ['Year', number('year_built')],
  ['Zoning', text('zoning_code')],
  ['Label', (_, { manual_classification }) => manual_classification ?? ''],
  ['Latitude', number('latitude')],
  ['Longitude', number('longitude')],
  ['Data Quality', text('data_quality_flag')],
  ['Property ID', (_, { id }) => id],
];
const CELLS = COLUMNS.map(([, cell]) => cell);

export const HEADER = csvHeader(COLUMNS.map(([name]) => name));

/** Returns the CSV lines of candidates; leaves out those that no longer exist. */
export function linesOf(hits: Hits, factsOf: (hit: Hit, at: number) => Facts | undefined): string {
  let lines = '';
  let at = 0;
  for (const hit of hitsFrom(hits)) {
    const facts = factsOf(hit, at++);
    if (facts === undefined) continue;
    for (let n = 0; n < CELLS.length; n++) lines += (n === 0 ? '' : ',') + (CELLS[n] as Cell)(facts, hit);
    lines += '\r\n';
  }
  return lines;
}
