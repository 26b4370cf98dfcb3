import type { Done } from '@landline/api/identity/contract';
import { request } from '../../../shared/http/request.ts';
import type { Door } from '../user.ts';

const PATHS: Record<Door, string> = {
  staff: '/api/forgot-password',
  client: '/api/ai/client-auth/forgot-password',
};

/** Asks for a link by mail. Returns what the server says; it says the same whether the address is known or not. */
export async function forgotPassword(door: Door, email: string): Promise<string | undefined> {
  const answer = await request<Done | undefined>(PATHS[door], { method: 'POST', body: { email } });
  return answer?.message;
}
