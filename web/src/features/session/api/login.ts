import type { LoginAnswer } from '@landline/api/identity/contract';
import { request } from '../../../shared/http/request.ts';
import type { Credentials, User } from '../user.ts';

/** POST /api/auth/login: sets the session's cookies. */
export async function login(credentials: Credentials): Promise<User> {
  const answer = await request<LoginAnswer>('/api/auth/login', { method: 'POST', body: credentials });
  return {
    userId: answer.userId,
    role: answer.userRole,
    firstName: answer.first_name,
    lastName: answer.last_name,
  };
}
