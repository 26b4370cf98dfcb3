import type { ClientVerifyAnswer, VerifyAnswer } from '@landline/api/identity/contract';
import { hasStatus } from '../../../shared/http/errors.ts';
import { request } from '../../../shared/http/request.ts';
import { hint, hintsAtSession } from '../hint.ts';
import type { User } from '../user.ts';

export interface Verified {
  user: User;
  /** When the session ends at the latest, in milliseconds since 1970. */
  endsAt: number;
}

/** Who the cookies say is signed in, null when nobody is. */
export async function verify(): Promise<Verified | null> {
  if (!hintsAtSession()) return null;
  try {
    return await (hint('userRole') === 'ClientUser' ? verifyClient() : verifyStaff());
  } catch (error) {
    if (hasStatus(error, 401, 403)) return null;
    throw error;
  }
}

async function verifyStaff(): Promise<Verified> {
  const answer = await request<VerifyAnswer>('/api/auth/verify');
  const { role, userId, firstName, lastName, email, impersonating, sessionEndsAt } = answer;
  return {
    user: { role, userId, firstName, lastName, email, actingAs: impersonating },
    endsAt: Date.parse(sessionEndsAt),
  };
}

async function verifyClient(): Promise<Verified> {
  const answer = await request<ClientVerifyAnswer>('/api/ai/client-auth/verify');
  const { userId, firstName, lastName, client, sessionEndsAt } = answer;
  return {
    user: { userId, role: 'ClientUser', firstName, lastName, email: client.email, client },
    endsAt: Date.parse(sessionEndsAt),
  };
}
