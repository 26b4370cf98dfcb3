import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';

export const digestBody = z.object({ subscribed: z.boolean() });
export const digestResponse = dataResponse(digestBody);
