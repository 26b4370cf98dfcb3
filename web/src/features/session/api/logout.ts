import { inTurn } from '../../../shared/http/in-turn.ts';
import { request } from '../../../shared/http/request.ts';
import type { Door } from '../user.ts';

const PATHS: Record<Door, string> = { staff: '/api/auth/logout', client: '/api/ai/client-auth/logout' };

/** Ends the session and clears its cookies. */
export function logout(door: Door): Promise<void> {
  return inTurn(() => request(PATHS[door], { method: 'POST' }));
}
