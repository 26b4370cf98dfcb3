import { z } from 'zod';
import { defineEvent } from '../define.ts';

/** Access to a dataset, or to one of its zip codes, which is a separate record. */
const record = z.object({
  client_id: z.string(),
  access_id: z.string(),
  dataset_key: z.string(),
  zip_code: z.string().nullable(),
});

/** On `datasetAccess-{clientId}`: the client's access to Property Finder datasets (spec 001 §4). */
export const datasetAccessEvents = {
  DatasetAccessGranted: defineEvent({ data: record }),
  DatasetAccessRevoked: defineEvent({ data: record }),
};
