import type { ImpersonateResponse } from '@landline/api/identity/impersonation/contract';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import type { SignedInClient } from '../../../platform/session/user.ts';

/** POST /api/ai/client-auth/impersonate/:id */
export async function impersonate(clientId: string): Promise<SignedInClient> {
  const path = apiPath`/api/ai/client-auth/impersonate/${clientId}`;
  return (await request<ImpersonateResponse>(path, { method: 'POST', changesUser: true })).client;
}

/** POST /api/ai/client-auth/stop-impersonation */
export function stopImpersonation(): Promise<void> {
  return request('/api/ai/client-auth/stop-impersonation', { method: 'POST', changesUser: true });
}
