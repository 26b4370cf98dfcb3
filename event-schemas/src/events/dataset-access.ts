import { z } from 'zod';
import { defineEvent } from '../define.ts';

/** A dataset as a client was granted it: all of it, or one of its zip codes, which is a record of its own. */
const record = z.object({
  client_id: z.string(),
  access_id: z.string(),
  dataset_key: z.string(),
  zip_code: z.string().nullable(),
});

/** On `datasetAccess-{clientId}`: what a client may see of the Property Finder (spec 001 §4). */
export const datasetAccessEvents = {
  DatasetAccessGranted: defineEvent({ data: record }),
  DatasetAccessRevoked: defineEvent({ data: record }),
};
