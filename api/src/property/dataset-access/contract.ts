import { datasetType } from '@landline/event-schemas';
import { z } from 'zod';
import { dataResponse, successResponse } from '../../platform/http/response-contract.ts';

/** A dataset that can be granted as a whole or by ZIP code. A ZIP code's id is `{dataset}:{zip}`. */
const cityDataset = z.object({
  city_id: z.string(),
  city_name: z.string(),
  city_count: z.int(),
  zipcodes: z.array(z.object({ id: z.string(), dataset_key: z.string(), candidate_count: z.int() })),
});
export type CityDataset = z.infer<typeof cityDataset>;

/** GET /api/geo/datasets/cities-with-zipcodes */
export const citiesResponse = dataResponse(z.array(cityDataset));

/** A dataset or ZIP code granted to a client; `enabled` while the client has Property Finder. */
const accessRecord = z.object({
  id: z.string(),
  dataset_key: z.string(),
  dataset_name: z.string(),
  dataset_type: datasetType,
  /** Name of the ZIP code's dataset. */
  city_name: z.string().nullable(),
  enabled: z.boolean(),
  granted_at: z.string(),
});
export type AccessRecord = z.infer<typeof accessRecord>;

/** GET /api/geo/datasets/client-access/:clientId */
export const clientAccessResponse = successResponse.extend({ datasets: z.array(accessRecord) });

/** Spec 001 §5. */
const CLIENT_AND_CITY_REQUIRED = 'Please select a client and city';
const CITY_REQUIRED = 'Please select a city';
const ZIP_CODES_REQUIRED = 'Please select at least one zipcode';

const key = (error: string) => z.string({ error }).min(1, error).max(100);
const city = { clientId: key(CLIENT_AND_CITY_REQUIRED), cityDatasetId: key(CITY_REQUIRED) };

export const grantCityBody = z.object(city);
export const grantZipCodesBody = z.object({
  ...city,
  zipcodeDatasetIds: z
    .array(z.string().max(120), { error: ZIP_CODES_REQUIRED })
    .min(1, ZIP_CODES_REQUIRED)
    .max(2_000),
});

/** Spec 001 §8. */
export const GRANTED_CITY = 'Full city access granted successfully!';
export const GRANTED_ZIP_CODES = 'Zipcode access granted successfully!';
export const REVOKED = 'Dataset access revoked successfully!';
export const REVOKE_FAILED = 'Failed to revoke dataset access';
