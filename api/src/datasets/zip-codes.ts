import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import type { Dataset } from './contract.ts';

const LIVE = liveGeneration('candidates');
const row = z.object({ zip_code: z.string(), candidates: z.number() });

/** How many candidates each zip code has: exactly five digits, others are none (spec 001 §5). In order. */
export type ZipCodes = ReadonlyMap<string, number>;

type Known = Map<string, { updatedAt: string; counted: Promise<ZipCodes> }>;
const knownTo = new WeakMap<CommonQueryMethods, Known>();

/** The zip codes of a dataset. Counted once, and again when an import or a run has changed the dataset. */
export function zipCodesOf(
  db: CommonQueryMethods,
  { dataset_key, updated_at }: Pick<Dataset, 'dataset_key' | 'updated_at'>,
): Promise<ZipCodes> {
  const known: Known = knownTo.get(db) ?? new Map();
  knownTo.set(db, known);
  const found = known.get(dataset_key);
  if (found?.updatedAt === updated_at) return found.counted;
  const counted = countOf(db, dataset_key);
  known.set(dataset_key, { updatedAt: updated_at, counted });
  counted.catch(() => known.delete(dataset_key));
  return counted;
}

async function countOf(db: CommonQueryMethods, datasetKey: string): Promise<ZipCodes> {
  const rows = await db.any(sql.type(row)`
    SELECT c.zip_code, count(*)::int AS candidates FROM read.candidate c
    WHERE c.generation = ${LIVE} AND c.dataset_key = ${datasetKey} AND c.zip_code ~ '^[0-9]{5}$'
    GROUP BY c.zip_code ORDER BY c.zip_code
  `);
  return new Map(rows.map(({ zip_code, candidates }) => [zip_code, candidates]));
}
