import type { LoginAnswer } from '@landline/api/identity/contract';
import { inTurn } from '../../../shared/http/in-turn.ts';
import { request } from '../../../shared/http/request.ts';
import type { Credentials, StaffUser } from '../user.ts';

/** POST /api/auth/login: sets the session's cookies. */
export async function login({ email, password, code }: Credentials): Promise<StaffUser> {
  const body = { email, password, ...(code !== undefined && { code }) };
  const answer = await inTurn(() => request<LoginAnswer>('/api/auth/login', { method: 'POST', body }));
  return {
    userId: answer.userId,
    role: answer.userRole,
    firstName: answer.first_name,
    lastName: answer.last_name,
    email,
    actingAs: null,
  };
}
