import { gradeOf, SQFT_PER_ACRE } from '@landline/event-schemas';
import type pg from 'pg';
import { DomainError } from '../errors.ts';
import { csvCell } from '../http/csv.ts';
import { countOf, type Hit, type Hits, hitsFrom } from './hits.ts';
import type { Listing } from './listing.ts';

/** Candidates that are looked up at a time: what an export holds of them in memory. */
const AT_A_TIME = 2_000;

/** What is looked up of a candidate, all as text. */
const FACTS = [
  'id',
  'street_address',
  'city',
  'zip_code',
  'apn',
  'units',
  'open_area',
  'open_ratio',
  'parcel_area',
  'building_area',
  'year_built',
  'zoning_code',
  'latitude',
  'longitude',
  'data_quality_flag',
] as const;
type Fact = (typeof FACTS)[number];
type Facts = readonly (string | null)[];

const at = (fact: Fact) => FACTS.indexOf(fact);
/** Texts of others, in which a spreadsheet must not find a formula. */
const text = (fact: Fact) => {
  const index = at(fact);
  return (facts: Facts) => csvCell(facts[index] ?? '');
};
const number = (fact: Fact, by = 1, digits?: number) => {
  const index = at(fact);
  return (facts: Facts) => {
    const value = facts[index];
    if (value === null || value === undefined) return '';
    return digits === undefined ? value : (Number(value) * by).toFixed(digits);
  };
};

const COLUMNS: readonly (readonly [name: string, cell: (facts: Facts, hit: Hit) => string])[] = [
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

/** Spec 001 §2, §6: neither industrial outdoor storage nor a demo account exports. */
export function assertExportable({ propertyType }: Listing): void {
  if (propertyType === 'adu') return;
  throw new DomainError(
    'forbidden',
    'EXPORT_NOT_AVAILABLE',
    'Industrial outdoor storage datasets cannot be exported.',
  );
}

/** Named from the dataset, the type and the date (spec 001 §7). */
export function exportName({ datasetKey, propertyType }: Listing, now: Date): string {
  return `${datasetKey}-${propertyType}-${now.toISOString().slice(0, 10)}.csv`;
}

/** These candidates as a CSV file, looked up as fast as it is read: while one part is written, the next is looked up. */
export async function* exportCsv(db: pg.Pool, hits: Hits): AsyncGenerator<string> {
  yield `${COLUMNS.map(([name]) => name).join(',')}\r\n`;
  let next = partFrom(db, hits, 0);
  for (let from = 0; from < countOf(hits); from += AT_A_TIME) {
    const part = await next;
    next = partFrom(db, hits, from + AT_A_TIME);
    next.catch(() => undefined); // told when its turn comes, if anybody still reads
    yield linesOf(part);
  }
}

interface Part {
  readonly found: readonly Hit[];
  readonly facts: ReadonlyMap<string, Facts>;
}

async function partFrom(db: pg.Pool, hits: Hits, from: number): Promise<Part> {
  const found = [...hitsFrom(hits, from, Math.min(from + AT_A_TIME, countOf(hits)))];
  return { found, facts: found.length === 0 ? new Map() : await factsOf(db, found) };
}

function linesOf({ found, facts }: Part): string {
  let lines = '';
  for (const hit of found) {
    const known = facts.get(hit.id);
    if (known === undefined) continue;
    for (const [n, [, cell]] of COLUMNS.entries()) lines += (n === 0 ? '' : ',') + cell(known, hit);
    lines += '\r\n';
  }
  return lines;
}

const AS_TEXT = { getTypeParser: () => (value: string) => value };
const SELECT = `
  SELECT ${FACTS.map((fact) => `c.${fact}`).join(', ')} FROM read.candidate c
  WHERE c.generation = (SELECT live_generation FROM read.projector WHERE name = 'candidates')
    AND c.id = ANY($1::uuid[])`;

async function factsOf(db: pg.Pool, hits: readonly Hit[]): Promise<ReadonlyMap<string, Facts>> {
  const { rows } = await db.query<string[]>({
    name: 'export of candidates',
    text: SELECT,
    values: [hits.map(({ id }) => id)],
    rowMode: 'array',
    types: AS_TEXT,
  });
  return new Map(rows.map((facts) => [facts[0] ?? '', facts]));
}
