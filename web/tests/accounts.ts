import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import { signInAsSuperAdmin, unique, variable } from './support.ts';

/** Password of all users created here. */
export const PASSWORD = 'Correct-Horse-7';

interface Mail {
  to: string;
  text: string;
}

export interface Person {
  email: string;
  password: string;
}

/** Returns an API context signed in as the SuperAdmin, to make changes that the page under test receives live. */
export async function superAdminApi(): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: variable('BASE_URL') });
  await signInAsSuperAdmin({ request: api });
  return api;
}

async function createRecord(
  api: APIRequestContext,
  path: string,
  data: object,
): Promise<Record<string, unknown>> {
  const response = await api.post(path, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

/** Waits until `count` links were emailed to an address and returns the path of the newest one. */
export async function mailedLink(api: APIRequestContext, to: string, count = 1): Promise<string> {
  let link = '';
  await expect
    .poll(
      async () => {
        const { emails } = (await (await api.get('/api/dev/outbox')).json()) as { emails: Mail[] };
        const links = emails.flatMap((mail) =>
          mail.to === to ? (/https?:\/\/\S+\?token=\S+/.exec(mail.text) ?? []) : [],
        );
        link = links[0] ?? '';
        return links.length;
      },
      { timeout: 20_000 },
    )
    .toBe(count);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** Creates a client with a unique name. */
export async function newClient(
  api: APIRequestContext,
  products: { has_ai_assistant?: boolean; has_adu_finder?: boolean } = {},
): Promise<{ id: string; name: string }> {
  const name = unique('Client');
  const primary_domain = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.test`;
  const data = { name, primary_domain, has_ai_assistant: true, has_adu_finder: true, ...products };
  const { id } = await createRecord(api, '/api/ai/clients', data);
  return { id: String(id), name };
}

/** Invites a client user and returns their email address; the user has no password yet. */
export async function invitedClientUser(api: APIRequestContext, clientId: string): Promise<string> {
  const email = `${unique('carl')}@client.test`;
  await createRecord(api, '/api/client-admin/create-client-admin-invitation', {
    firstName: 'Carl',
    lastName: 'Client',
    email,
    clientId,
  });
  return email;
}

/** Creates a client user who can sign in, of a new client by default. */
export async function clientUser(api: APIRequestContext, clientId?: string): Promise<Person> {
  const id = clientId ?? (await newClient(api)).id;
  const email = await invitedClientUser(api, id);
  const token = new URLSearchParams((await mailedLink(api, email)).split('?')[1]).get('token');
  const data = { token, password: PASSWORD, confirmPassword: PASSWORD };
  await createRecord(api, '/api/client-admin/complete-setup', data);
  return { email, password: PASSWORD };
}

/** Creates a staff member who can sign in. */
export async function staffUser(api: APIRequestContext, role = 'Admin'): Promise<Person> {
  const email = `${unique('sam')}@landline.test`;
  await createRecord(api, '/api/staff/invitations', { firstName: 'Sam', lastName: 'Staff', email, role });
  const token = new URLSearchParams((await mailedLink(api, email)).split('?')[1]).get('token');
  await createRecord(api, '/api/auth/complete-setup', {
    token,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
  return { email, password: PASSWORD };
}

/** Signs in as a client user without leaving the open page. */
export async function signInAsClient(page: Page, person: Person): Promise<void> {
  const response = await page.request.post('/api/ai/client-auth/login', { data: person });
  expect(response.status()).toBe(200);
}

/** Fills and sends the form of a login page. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign In', exact: true });
  await expect(button).toHaveAttribute('data-ready', 'true');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await button.click();
}
