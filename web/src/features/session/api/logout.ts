import { request } from '../../../shared/http/request.ts';

/** POST /api/auth/logout: ends the session and clears its cookies. */
export function logout(): Promise<void> {
  return request('/api/auth/logout', { method: 'POST' });
}
