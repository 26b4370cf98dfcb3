import { datasetStatus, datasetType, propertyType } from '@landline/event-schemas';
import { z } from 'zod';

/** A dataset as the hub lists it (spec 001 §3). Only an `active` one can be opened. */
export const dataset = z.object({
  dataset_key: z.string(),
  dataset_name: z.string(),
  dataset_type: datasetType,
  property_type: propertyType,
  /** Two letters, where known. */
  state: z.string().nullable(),
  parent_dataset_key: z.string().nullable(),
  /** True when its parcels are made up: the screen says so. */
  is_demo: z.boolean(),
  status: datasetStatus,
  candidate_count: z.int(),
  updated_at: z.string(),
});
export type Dataset = z.infer<typeof dataset>;

/** Sections of the hub: Cities, Zip Codes, Counties, Custom Areas, Industrial Outdoor Storage (spec 001 §2). */
export const datasetsByType = z.object({
  city: z.array(dataset),
  zipcode: z.array(dataset),
  county: z.array(dataset),
  custom: z.array(dataset),
  ios: z.array(dataset),
});
export type DatasetsByType = z.infer<typeof datasetsByType>;

/** A dataset as a client was granted it (spec 001 §2, flat form of the hub). */
export const grantedDataset = dataset.extend({
  type: z.enum(['full_city', 'partial_city', 'zipcode', 'standalone']),
  /** Of what is no city: it was granted by itself. */
  access_type: z.literal('individual').nullable(),
  /** As many as the client may see. */
  total_properties: z.int(),
  /** Of a partial city: those that were granted. */
  zipcodes: z.array(z.string()),
});
export type GrantedDataset = z.infer<typeof grantedDataset>;

/** GET /api/geo/datasets: to staff all of them by type, to a client a list of its own; by name. */
export const datasetsResponse = z.object({
  success: z.literal(true),
  data: z.union([datasetsByType, z.array(grantedDataset)]),
});

/** GET /api/geo/datasets/:key */
export const datasetResponse = z.object({ success: z.literal(true), data: dataset });
