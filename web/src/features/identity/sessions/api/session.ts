import type {
  ClientLoginResponse,
  ClientVerifyResponse,
  LoginResponse,
  VerifyResponse,
} from '@landline/api/identity/sessions/contract';
import { hasStatus } from '../../../../shared/http/errors.ts';
import { request } from '../../../../shared/http/request.ts';
import { withSessionLock } from '../../../../shared/http/session-lock.ts';
import type { ClientUser, Credentials, StaffUser, User, UserKind } from '../../../platform/session/user.ts';
import { hasSessionCookies, sessionCookie } from '../session-cookies.ts';

export interface Verified {
  user: User;
  /** Latest time at which the session ends, in milliseconds since 1970. */
  endsAt: number;
}

/** Returns the user of the session cookies; null when signed out. */
export async function verify(): Promise<Verified | null> {
  if (!hasSessionCookies()) return null;
  try {
    return await (sessionCookie('userRole') === 'ClientUser' ? verifyClient() : verifyStaff());
  } catch (error) {
    if (hasStatus(error, 401, 403)) return null;
    throw error;
  }
}

async function verifyStaff(): Promise<Verified> {
  const response = await request<VerifyResponse>('/api/auth/verify');
  const { role, userId, firstName, lastName, email, impersonating, sessionEndsAt } = response;
  return {
    user: { role, userId, firstName, lastName, email, actingAs: impersonating },
    endsAt: Date.parse(sessionEndsAt),
  };
}

async function verifyClient(): Promise<Verified> {
  const response = await request<ClientVerifyResponse>('/api/ai/client-auth/verify');
  const { userId, firstName, lastName, client, sessionEndsAt } = response;
  return {
    user: { userId, role: 'ClientUser', firstName, lastName, email: client.email, client },
    endsAt: Date.parse(sessionEndsAt),
  };
}

/** POST /api/auth/login: sets the session cookies */
export async function login({ email, password, code }: Credentials): Promise<StaffUser> {
  const body = { email, password, ...(code !== undefined && { code }) };
  const response = await withSessionLock(() =>
    request<LoginResponse>('/api/auth/login', { method: 'POST', body }),
  );
  return {
    userId: response.userId,
    role: response.userRole,
    firstName: response.first_name,
    lastName: response.last_name,
    email,
    actingAs: null,
  };
}

/** POST /api/ai/client-auth/login: sets the session cookies */
export async function clientLogin({ email, password, code }: Credentials): Promise<ClientUser> {
  const body = { email, password, ...(code !== undefined && { code }) };
  const { userId, client } = await withSessionLock(() =>
    request<ClientLoginResponse>('/api/ai/client-auth/login', { method: 'POST', body }),
  );
  // The login response has a single name field; the next verification returns first and last name.
  return {
    userId,
    role: 'ClientUser',
    firstName: client.adminName,
    lastName: '',
    email: client.email,
    client,
  };
}

const PATHS: Record<UserKind, string> = { staff: '/api/auth/logout', client: '/api/ai/client-auth/logout' };

export function logout(userKind: UserKind): Promise<void> {
  return withSessionLock(() => request(PATHS[userKind], { method: 'POST' }));
}
