import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { HEADER, linesOf, NUMBER_FACTS, TEXT_FACTS } from './csv-lines.ts';
import { countOf, type Hits, hitsFrom, partOf } from './hits.ts';
import type { Listing } from './listing.ts';

/** Candidates that are written at a time: what an export holds of their facts in memory. */
const AT_A_TIME = 2_000;

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

type Sources = Pick<Deps, 'pg' | 'columns'>;

/** These candidates as a CSV file, made as fast as it is read: while one part is sent, the next is written. */
export async function* exportCsv(
  sources: Sources,
  listing: Listing,
  hits: Hits,
): AsyncGenerator<string | Uint8Array> {
  yield HEADER;
  let next = partFrom(sources, listing, hits, 0);
  for (let from = 0; from < countOf(hits); from += AT_A_TIME) {
    const part = await next;
    next = partFrom(sources, listing, hits, from + AT_A_TIME);
    next.catch(() => undefined); // told when its turn comes, if anybody still reads
    yield part;
  }
}

/** From columns in memory where these are at hand, else from the database. */
async function partFrom(
  { pg, columns }: Sources,
  wanted: Listing,
  all: Hits,
  from: number,
): Promise<string | Uint8Array> {
  const hits = partOf(all, from, Math.min(from + AT_A_TIME, countOf(all)));
  if (countOf(hits) === 0) return '';
  return (await columns.ask({ ask: 'lines', wanted, hits })) ?? (await selectLines(pg, hits));
}

const FACTS = ['id', ...TEXT_FACTS, ...NUMBER_FACTS] as const;
const SELECT = `
  SELECT ${FACTS.map((fact) => `c.${fact}`).join(', ')} FROM read.candidate c
  WHERE c.generation = (SELECT live_generation FROM read.projector WHERE name = 'candidates')
    AND c.id = ANY($1::uuid[])`;

type Row = Record<(typeof TEXT_FACTS)[number] | 'id', string | null> &
  Record<(typeof NUMBER_FACTS)[number], number | null>;

/** What `linesIn` writes from columns. */
export async function selectLines(pg: Sources['pg'], hits: Hits): Promise<string> {
  const ids = [...hitsFrom(hits)].map(({ id }) => id);
  const { rows } = await pg.query<Row>({ name: 'export of candidates', text: SELECT, values: [ids] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return linesOf(hits, ({ id }) => {
    const row = byId.get(id);
    return row && { text: (name) => row[name], number: (name) => row[name] };
  });
}
