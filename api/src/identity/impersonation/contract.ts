import { z } from 'zod';
import { successResponse } from '../../platform/http/response-contract.ts';
import { signedInClient } from '../sessions/contract.ts';

/** POST /api/ai/client-auth/impersonate/:id: the impersonated client. */
export const impersonateResponse = successResponse.extend({
  impersonationId: z.string(),
  client: signedInClient,
});
export type ImpersonateResponse = z.infer<typeof impersonateResponse>;
