import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { Dataset } from './contract.ts';

const LIVE = liveGeneration('candidates');
const row = z.object({ zip_code: z.string(), candidates: z.number() });

/** Number of candidates by ZIP code, sorted; only five-digit codes count (spec 001 §5). */
type ZipCodes = ReadonlyMap<string, number>;

type Cache = Map<string, { updatedAt: string; counts: Promise<ZipCodes> }>;
const caches = new WeakMap<CommonQueryMethods, Cache>();

/** Counts a dataset's candidates by ZIP code; cached until the dataset changes. */
export function zipCodesOf(
  db: CommonQueryMethods,
  { dataset_key, updated_at }: Pick<Dataset, 'dataset_key' | 'updated_at'>,
): Promise<ZipCodes> {
  const cache: Cache = caches.get(db) ?? new Map();
  caches.set(db, cache);
  const cacheEntry = cache.get(dataset_key);
  if (cacheEntry?.updatedAt === updated_at) return cacheEntry.counts;
  const counts = countOf(db, dataset_key);
  cache.set(dataset_key, { updatedAt: updated_at, counts });
  counts.catch(() => cache.delete(dataset_key));
  return counts;
}

async function countOf(db: CommonQueryMethods, datasetKey: string): Promise<ZipCodes> {
  const rows = await db.any(sql.type(row)`
    SELECT c.zip_code, count(*)::int AS candidates FROM read.candidate c
    WHERE c.generation = ${LIVE} AND c.dataset_key = ${datasetKey} AND c.zip_code ~ '^[0-9]{5}$'
    GROUP BY c.zip_code ORDER BY c.zip_code
  `);
  return new Map(rows.map(({ zip_code, candidates }) => [zip_code, candidates]));
}
