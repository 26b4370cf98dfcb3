import { DomainError } from '../../platform/errors.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { PropertyPorts } from '../ports.ts';
import { HEADER, linesOf, NUMBER_FACTS, TEXT_FACTS } from './csv-lines.ts';
import { countOf, type Hits, hitsFrom, sliceHits } from './hits.ts';
import type { Listing } from './listing.ts';

/** Candidates per chunk; bounds the memory that an export uses. */
const CHUNK_SIZE = 2_000;

/** Throws for industrial outdoor storage datasets (spec 001 §2, §6); the route excludes demo accounts. */
export function assertExportable({ propertyType }: Listing): void {
  if (propertyType === 'adu') return;
  throw new DomainError(
    'forbidden',
    'EXPORT_NOT_AVAILABLE',
    'Industrial outdoor storage datasets cannot be exported.',
  );
}

/** Returns the file name: dataset, type and date (spec 001 §7). */
export function exportName({ datasetKey, propertyType }: Listing, now: Date): string {
  return `${datasetKey}-${propertyType}-${now.toISOString().slice(0, 10)}.csv`;
}

type Sources = Pick<PropertyPorts, 'pg' | 'columns'>;

/** Yields a CSV file in chunks; prepares one chunk while the previous one is sent. */
export async function* exportCsv(
  sources: Sources,
  listing: Listing,
  hits: Hits,
): AsyncGenerator<string | Uint8Array> {
  yield HEADER;
  let next = chunkFrom(sources, listing, hits, 0);
  for (let from = 0; from < countOf(hits); from += CHUNK_SIZE) {
    const chunk = await next;
    next = chunkFrom(sources, listing, hits, from + CHUNK_SIZE);
    next.catch(() => undefined); // the next iteration awaits it, unless the caller has stopped reading
    yield chunk;
  }
}

async function chunkFrom(
  { pg, columns }: Sources,
  snapshot: Listing,
  all: Hits,
  from: number,
): Promise<string | Uint8Array> {
  const hits = sliceHits(all, from, Math.min(from + CHUNK_SIZE, countOf(all)));
  if (countOf(hits) === 0) return '';
  return (await columns.execute({ kind: 'lines', snapshot, hits })) ?? (await selectLines(pg, hits));
}

const FACTS = ['id', ...TEXT_FACTS, ...NUMBER_FACTS] as const;
const SELECT = `
  SELECT ${FACTS.map((fact) => `c.${fact}`).join(', ')} FROM read.candidate c
  WHERE c.generation = ${liveGeneration('candidates').sql}
    AND c.id = ANY($1::uuid[])`;

type Row = Record<(typeof TEXT_FACTS)[number] | 'id', string | null> &
  Record<(typeof NUMBER_FACTS)[number], number | null>;

/** Returns the same as `linesIn`, from the database. */
export async function selectLines(pg: Sources['pg'], hits: Hits): Promise<string> {
  const ids = [...hitsFrom(hits)].map(({ id }) => id);
  const { rows } = await pg.query<Row>({ name: 'export of candidates', text: SELECT, values: [ids] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return linesOf(hits, ({ id }) => {
    const row = byId.get(id);
    return row && { text: (name) => row[name], number: (name) => row[name] };
  });
}
