import { type CommonQueryMethods, sql } from 'slonik';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type Dataset, dataset } from './contract.ts';

const SELECT = sql.fragment`
  SELECT dataset_key, dataset_name, dataset_type, property_type, state, parent_dataset_key, is_demo, status,
    candidate_count, updated_at
  FROM read.dataset
  WHERE generation = ${liveGeneration('datasets')}
`;

/** Returns all datasets, sorted by name (spec 001 §2). */
export const allDatasets = (db: CommonQueryMethods): Promise<readonly Dataset[]> =>
  db.any(sql.type(dataset)`${SELECT} ORDER BY dataset_name, dataset_key`);

export const datasetOf = (db: CommonQueryMethods, key: string): Promise<Dataset | null> =>
  db.maybeOne(sql.type(dataset)`${SELECT} AND dataset_key = ${key}`);
