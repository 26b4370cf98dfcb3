import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Dataset } from './contract.ts';

const LIVE = sql.fragment`(SELECT live_generation FROM read.projector WHERE name = 'candidates')`;
const row = z.object({ zip_code: z.string(), candidates: z.number() });

/** How many candidates each zip code of a dataset has. */
export type ZipCodes = ReadonlyMap<string, number>;
export type ZipCodesOf = (dataset: Pick<Dataset, 'dataset_key' | 'updated_at'>) => Promise<ZipCodes>;

/** Counts the zip codes of datasets. Counted once, and again when an import or a run has changed the dataset. */
export function zipCodes(db: CommonQueryMethods): ZipCodesOf {
  const known = new Map<string, { updatedAt: string; counted: Promise<ZipCodes> }>();
  return ({ dataset_key, updated_at }) => {
    const found = known.get(dataset_key);
    if (found?.updatedAt === updated_at) return found.counted;
    const counted = countOf(db, dataset_key);
    known.set(dataset_key, { updatedAt: updated_at, counted });
    counted.catch(() => known.delete(dataset_key));
    return counted;
  };
}

async function countOf(db: CommonQueryMethods, datasetKey: string): Promise<ZipCodes> {
  const rows = await db.any(sql.type(row)`
    SELECT c.zip_code, count(*)::int AS candidates FROM read.candidate c
    WHERE c.generation = ${LIVE} AND c.dataset_key = ${datasetKey} AND c.zip_code IS NOT NULL
    GROUP BY c.zip_code ORDER BY c.zip_code
  `);
  return new Map(rows.map(({ zip_code, candidates }) => [zip_code, candidates]));
}
