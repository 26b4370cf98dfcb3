import type { MessageResponse } from '@landline/api/platform/http/response-contract';
import { request } from '../../../../shared/http/request.ts';
import type { UserKind } from '../../../platform/session/user.ts';

const PATHS: Record<UserKind, string> = {
  staff: '/api/forgot-password',
  client: '/api/ai/client-auth/forgot-password',
};

/** Requests a reset link by email. Returns the server's message, which is the same for unknown addresses. */
export async function forgotPassword(
  userKind: UserKind,
  email: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const response = await request<MessageResponse | undefined>(PATHS[userKind], {
    method: 'POST',
    body: { email },
    signal,
  });
  return response?.message;
}
