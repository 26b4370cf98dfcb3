import { z } from 'zod';
import { signedInClient } from '../sessions/contract.ts';

/** POST /api/ai/client-auth/impersonate/:id: the impersonated client. */
export const impersonateAnswer = z.object({
  success: z.literal(true),
  impersonationId: z.string(),
  client: signedInClient,
});
export type ImpersonateAnswer = z.infer<typeof impersonateAnswer>;

/** POST /api/ai/client-auth/stop-impersonation; also succeeds if no impersonation is active. */
export const stopImpersonationAnswer = z.object({ success: z.literal(true), message: z.string() });
