import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../clients/clients.ts';
import { startTestApi, testClient } from '../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  token = (await api.signIn('Admin')).token;
  for (const id of ['bakery', 'garage'])
    await createClient(api.deps, testClient(id), { actor: SYSTEM, correlationId: id });
  await learn(
    'bakery',
    'We bake sourdough bread every morning. The shop opens at 7 am from Tuesday to Sunday.',
  );
  await learn('garage', 'Our mechanics repair brakes and gearboxes of vans.');
});
afterAll(() => api?.stopAll());

async function learn(client: string, text: string): Promise<void> {
  await api.deps.pg.query(
    `INSERT INTO api.page_content (client_id, page_id, url, title, version) VALUES ($1, 'p1', $2, 'Home', 1)`,
    [client, `https://${client}.example.com/`],
  );
  await api.deps.pg.query(`INSERT INTO api.chunk VALUES ($1, 'p1', 0, 'Welcome', $2)`, [client, text]);
}

const ask = (clientId: string, message: string) =>
  api.call('POST', '/api/ai/chat', { token, body: { clientId, message, userId: 'staff' } });

describe('the staff console', () => {
  test('answers out of the pages of that client, and says where it read it', async () => {
    const { status, body } = await ask('bakery', 'When does the shop open?');
    expect(status).toBe(200);
    expect(body.message).toContain('opens at 7 am');
    expect(body.citations[0]).toMatchObject({ number: 1, url: 'https://bakery.example.com/', title: 'Home' });
    expect(body).toMatchObject({ answered: true });
  });

  test("knows nothing of another client's pages", async () => {
    const { body } = await ask('bakery', 'Do you repair gearboxes?');
    expect(body).toMatchObject({ answered: false, citations: [] });
    expect(body.message).toContain("I don't know");
  });

  test('of a client that does not exist answers nothing', async () => {
    expect((await ask('nobody', 'Hello?')).status).toBe(404);
  });
});
