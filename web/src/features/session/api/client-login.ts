import type { ClientLoginAnswer } from '@landline/api/identity/contract';
import { request } from '../../../shared/http/request.ts';
import type { ClientUser, Credentials } from '../user.ts';

/** POST /api/ai/client-auth/login: sets the session's cookies. */
export async function clientLogin({ email, password }: Credentials): Promise<ClientUser> {
  const { userId, client } = await request<ClientLoginAnswer>('/api/ai/client-auth/login', {
    method: 'POST',
    body: { email, password },
  });
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
