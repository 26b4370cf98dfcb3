import type { VerifyAnswer } from '@landline/api/identity/contract';
import { hasStatus } from '../../../shared/http/errors.ts';
import { request } from '../../../shared/http/request.ts';
import type { User } from '../user.ts';

/**
 * GET /api/auth/verify: who the cookies say is signed in, null when nobody is. The readable `userId` cookie
 * is a hint: without it there is no session worth asking about.
 */
export async function verify(): Promise<User | null> {
  if (!/(^|; )userId=/.test(document.cookie)) return null;
  try {
    const { userId, role, firstName, lastName } = await request<VerifyAnswer>('/api/auth/verify');
    return { userId, role, firstName, lastName };
  } catch (error) {
    if (hasStatus(error, 401, 403)) return null;
    throw error;
  }
}
