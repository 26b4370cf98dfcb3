import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { allDatasets } from '../datasets/queries.ts';
import { zipCodesOf } from '../datasets/zip-codes.ts';
import type { AccessRecord, CityDataset } from './contract.ts';

export const zipCodeId = (datasetKey: string, zip: string) => `${datasetKey}:${zip}`;

/** Returns everything that can be granted: datasets by name, with their ZIP codes. */
export async function citiesWithZipCodes(db: CommonQueryMethods): Promise<CityDataset[]> {
  const datasets = await allDatasets(db);
  return Promise.all(
    datasets.map(async (dataset) => {
      const { dataset_key, dataset_name, dataset_type, candidate_count } = dataset;
      const zipCodes = dataset_type === 'zipcode' ? [] : [...(await zipCodesOf(db, dataset))];
      return {
        city_id: dataset_key,
        city_name: dataset_name,
        city_count: candidate_count,
        zipcodes: zipCodes.map(([zip, candidates]) => ({
          id: zipCodeId(dataset_key, zip),
          dataset_key: zip,
          candidate_count: candidates,
        })),
      };
    }),
  );
}

const row = z.object({
  access_id: z.string(),
  dataset_key: z.string(),
  zip_code: z.string().nullable(),
  granted_at: z.string(),
});

/** Returns a client's current access records, sorted by dataset and ZIP code. */
export async function accessRecordsOf(
  db: CommonQueryMethods,
  clientId: string,
  enabled: boolean,
): Promise<AccessRecord[]> {
  const [rows, datasets] = await Promise.all([
    db.any(sql.type(row)`
      SELECT access_id, dataset_key, zip_code, granted_at FROM read.dataset_access
      WHERE generation = ${liveGeneration('grants')} AND client_id = ${clientId} AND revoked_at IS NULL
      ORDER BY dataset_key, zip_code NULLS FIRST
    `),
    allDatasets(db),
  ]);
  const byKey = new Map(datasets.map((dataset) => [dataset.dataset_key, dataset]));
  return rows.map(({ access_id, dataset_key, zip_code, granted_at }): AccessRecord => {
    const dataset = byKey.get(dataset_key);
    const name = dataset?.dataset_name ?? dataset_key;
    return {
      id: access_id,
      dataset_key: zip_code ?? dataset_key,
      dataset_name: zip_code === null ? name : `${zip_code} Properties`,
      dataset_type: zip_code === null ? (dataset?.dataset_type ?? 'city') : 'zipcode',
      city_name: zip_code === null ? null : name,
      enabled,
      granted_at,
    };
  });
}

/** Returns the client of a current or revoked access record; null for an unknown id. */
export function holderOf(db: CommonQueryMethods, accessId: string): Promise<string | null> {
  return db.maybeOneFirst(sql.type(z.object({ client_id: z.string() }))`
    SELECT client_id FROM read.dataset_access
    WHERE generation = ${liveGeneration('grants')} AND access_id = ${accessId}
  `);
}
