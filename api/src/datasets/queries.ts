import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import { type Dataset, dataset } from './contract.ts';

const row = dataset.extend({ updated_at: z.number() });

const SELECT = sql.fragment`
  SELECT dataset_key, dataset_name, dataset_type, property_type, state, parent_dataset_key, is_demo, status,
    candidate_count, updated_at
  FROM read.dataset
  WHERE generation = ${liveGeneration('datasets')}
`;

const toDataset = ({ updated_at, ...rest }: z.infer<typeof row>): Dataset => ({
  ...rest,
  updated_at: new Date(updated_at).toISOString(),
});

/** All datasets, by name (spec 001 §2). */
export async function allDatasets(db: CommonQueryMethods): Promise<Dataset[]> {
  const rows = await db.any(sql.type(row)`${SELECT} ORDER BY dataset_name, dataset_key`);
  return rows.map(toDataset);
}

export async function datasetOf(db: CommonQueryMethods, key: string): Promise<Dataset | undefined> {
  const found = await db.maybeOne(sql.type(row)`${SELECT} AND dataset_key = ${key}`);
  return found ? toDataset(found) : undefined;
}
