import { datasetStatus, datasetType, propertyType } from '@landline/event-schemas';
import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';

/** A dataset as the hub lists it (spec 001 §3). Only an `active` dataset can be opened. */
export const dataset = z.object({
  dataset_key: z.string(),
  dataset_name: z.string(),
  dataset_type: datasetType,
  property_type: propertyType,
  /** Two letters; null if unknown. */
  state: z.string().nullable(),
  parent_dataset_key: z.string().nullable(),
  /** True for generated demo parcels; the UI labels them. */
  is_demo: z.boolean(),
  status: datasetStatus,
  candidate_count: z.int(),
  updated_at: z.string(),
});
export type Dataset = z.infer<typeof dataset>;

/** Sections of the hub: Cities, Zip Codes, Counties, Custom Areas, Industrial Outdoor Storage (spec 001 §2). */
const datasetsByType = z.object({
  city: z.array(dataset),
  zipcode: z.array(dataset),
  county: z.array(dataset),
  custom: z.array(dataset),
  ios: z.array(dataset),
});
export type DatasetsByType = z.infer<typeof datasetsByType>;

/** A dataset with a client's access to it (spec 001 §2, flat form of the hub). */
const grantedDataset = dataset.extend({
  type: z.enum(['full_city', 'partial_city', 'zipcode', 'standalone']),
  /** `individual` unless it is a city or ZIP code. */
  access_type: z.literal('individual').nullable(),
  /** Number of candidates that the client has access to. */
  total_properties: z.int(),
  /** Granted ZIP codes of a partial city. */
  zipcodes: z.array(z.string()),
});
export type GrantedDataset = z.infer<typeof grantedDataset>;

/** GET /api/geo/datasets: grouped by type for staff, a flat list for clients; sorted by name. */
export const datasetsResponse = dataResponse(z.union([datasetsByType, z.array(grantedDataset)]));

/** GET /api/geo/datasets/:key */
export const datasetResponse = dataResponse(dataset);
