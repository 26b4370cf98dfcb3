import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key } from '../fields.ts';

/** Access to a dataset, or to one of its ZIP codes, which is a separate record. */
const record = z.object({
  client_id: key(),
  access_id: key(),
  dataset_key: key(),
  zip_code: z.string().nullable(),
});

/** Events of the stream `datasetAccess-{clientId}`: the client's access to Property Finder datasets (spec 001 §4). */
export const datasetAccessEvents = {
  DatasetAccessGranted: defineEvent({ data: record }),
  DatasetAccessRevoked: defineEvent({ data: record }),
};
