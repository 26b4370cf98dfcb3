import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';

export const visitBody = z.object({ datasetKey: z.string().min(1).max(100) });

/** `since` is the time of the person's previous visit; null on the first one. */
export const visitResponse = dataResponse(z.object({ since: z.string().nullable() }));
