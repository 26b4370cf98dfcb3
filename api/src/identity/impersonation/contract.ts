import { z } from 'zod';
import { signedInClient } from '../sessions/contract.ts';

/** POST /api/ai/client-auth/impersonate/:id: the impersonated client. */
export const impersonateResponse = z.object({
  success: z.literal(true),
  impersonationId: z.string(),
  client: signedInClient,
});
export type ImpersonateResponse = z.infer<typeof impersonateResponse>;

/** POST /api/ai/client-auth/stop-impersonation; also succeeds if no impersonation is active. */
export const stopImpersonationResponse = z.object({ success: z.literal(true), message: z.string() });
