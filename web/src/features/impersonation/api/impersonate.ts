import type { SignedInClient } from '@landline/api/identity/contract';
import type { ImpersonateAnswer } from '@landline/api/impersonation/contract';
import { request } from '../../../shared/http/request.ts';

/** POST /api/ai/client-auth/impersonate/:id: acts as a client from now on. */
export async function impersonate(clientId: string): Promise<SignedInClient> {
  const path = `/api/ai/client-auth/impersonate/${encodeURIComponent(clientId)}`;
  return (await request<ImpersonateAnswer>(path, { method: 'POST' })).client;
}

/** POST /api/ai/client-auth/stop-impersonation: acts as oneself again. */
export function stopImpersonation(): Promise<void> {
  return request('/api/ai/client-auth/stop-impersonation', { method: 'POST' });
}
