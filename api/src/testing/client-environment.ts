import { randomUUID } from 'node:crypto';
import { SYSTEM } from '@landline/event-schemas';
import type { AddClientBody } from '../clients/clients/contract.ts';
import { createClientUser } from '../identity/users/users.ts';
import { type ApiResponse, type Call, PASSWORD, startTestApi } from './api.ts';
import { startProcess } from './processes.ts';

export const someName = () => `Acme ${randomUUID()}`;
export const someDomain = () => `${randomUUID()}.example.com`;
export const clientForm = (body: Partial<AddClientBody> = {}): AddClientBody => ({
  name: someName(),
  primary_domain: someDomain(),
  active: true,
  has_custom_widget: false,
  authorized_domains: null,
  has_ai_assistant: true,
  has_adu_finder: false,
  allowed_email_domains: [],
  ...body,
});

/** Starts an API with projections, signs in a SuperAdmin and an Admin, and returns helpers for tests of clients. */
export async function startClientEnvironment(options: Parameters<typeof startTestApi>[0] = {}) {
  const api = await startTestApi(options);
  const projections = await startProcess('projections', api.services);
  const superAdmin = (await api.signIn('SuperAdmin')).token;
  const admin = (await api.signIn('Admin')).token;

  /** Calls as the SuperAdmin unless `as` is given. */
  const call = (
    method: string,
    path: string,
    { as = superAdmin, ...options }: Call & { as?: string } = {},
  ): Promise<ApiResponse> => api.callInOrder(method, path, { token: as, ...options });

  return {
    api,
    superAdmin,
    admin,
    call,
    add: (body: Partial<AddClientBody> = {}, options: Call = {}) =>
      call('POST', '/api/ai/clients', { body: clientForm(body), ...options }),
    async addUser(client_id: string) {
      const user_id = randomUUID();
      const email = `${user_id}@example.com`;
      const user = { user_id, client_id, email, password: PASSWORD, first_name: 'Robin', last_name: 'Hill' };
      await createClientUser(api.ports, user, { actor: SYSTEM, correlationId: user_id });
      return user;
    },
    login: (email: string) =>
      api.call('POST', '/api/ai/client-auth/login', { body: { email, password: PASSWORD } }),
    async stop() {
      await projections.stop();
      await api.stopAll();
    },
  };
}
