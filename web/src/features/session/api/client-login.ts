import type { ClientLoginAnswer } from '@landline/api/identity/contract';
import { inTurn } from '../../../shared/http/in-turn.ts';
import { request } from '../../../shared/http/request.ts';
import type { ClientUser, Credentials } from '../user.ts';

/** POST /api/ai/client-auth/login: sets the session's cookies. */
export async function clientLogin({ email, password }: Credentials): Promise<ClientUser> {
  const body = { email, password };
  const { userId, client } = await inTurn(() =>
    request<ClientLoginAnswer>('/api/ai/client-auth/login', { method: 'POST', body }),
  );
  // The name is one field here; it comes apart again with the next verification.
  return {
    userId,
    role: 'ClientUser',
    firstName: client.adminName,
    lastName: '',
    email: client.email,
    client,
  };
}
