import { z } from 'zod';
import { signedInClient } from '../identity/contract.ts';

/** POST /api/ai/client-auth/impersonate/:id: the client that the SuperAdmin acts as from now on. */
export const impersonateAnswer = z.object({
  success: z.literal(true),
  impersonationId: z.string(),
  client: signedInClient,
});
export type ImpersonateAnswer = z.infer<typeof impersonateAnswer>;

/** POST /api/ai/client-auth/stop-impersonation; stopping what has ended already is no error. */
export const stopImpersonationAnswer = z.object({ success: z.literal(true), message: z.string() });
