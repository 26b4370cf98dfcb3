import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../clients/clients.ts';
import { PASSWORD, startTestApi, testClient } from '../testing/api.ts';
import { createClientUser, createStaffUser } from './users.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stopAll());

const login = (email: string, password: string) =>
  api.call('POST', '/api/auth/login', { body: { email, password } });

async function eventsOf(stream: string): Promise<string[]> {
  const types: string[] = [];
  await api.deps.eventStore.read(stream, ({ type }) => types.push(type));
  return types;
}

const user = () => {
  const user_id = randomUUID();
  const email = `${user_id}@example.com`;
  return { user_id, email, password: PASSWORD, first_name: 'Ada', last_name: 'L', role: 'Manager' } as const;
};
const origin = () => ({ actor: SYSTEM, correlationId: randomUUID() });

describe('creating a user', () => {
  test('is repeated without effect', async () => {
    const ada = user();
    await createStaffUser(api.deps, ada, origin());
    await createStaffUser(api.deps, { ...ada, password: 'another' }, origin());
    expect((await login(ada.email, PASSWORD)).status).toBe(200);
    expect((await login(ada.email, 'another')).status).toBe(401);
  });

  test('with a taken address is refused', async () => {
    const ada = user();
    await createStaffUser(api.deps, ada, origin());
    const bob = { ...user(), email: ` ${ada.email.toUpperCase()}` };
    await expect(createStaffUser(api.deps, bob, origin())).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(await eventsOf(streams.staffUser(bob.user_id))).toEqual([]);
  });

  test('at one time with one address succeeds for one', async () => {
    const { email } = user();
    const users = [user(), user(), user(), user()].map((each) => ({ ...each, email }));
    const outcomes = await Promise.allSettled(users.map((each) => createStaffUser(api.deps, each, origin())));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('at once and repeatedly makes one user', async () => {
    const ada = user();
    await Promise.all([1, 2, 3].map(() => createStaffUser(api.deps, ada, origin())));
    expect(await eventsOf(streams.staffUser(ada.user_id))).toHaveLength(1);
    expect((await login(ada.email, PASSWORD)).status).toBe(200);
  });

  test('that broke off before the user was there opens nothing, and is finished by the next try', async () => {
    const ada = user();
    const { commands } = api.deps;
    const breaking = {
      ...commands,
      execute: ((decider, execution) => {
        const { type } = execution.command as { type: string };
        return type === 'create' ? Promise.reject(new Error('crash')) : commands.execute(decider, execution);
      }) as typeof commands.execute,
    };
    await expect(createStaffUser({ ...api.deps, commands: breaking }, ada, origin())).rejects.toThrow(
      'crash',
    );
    expect((await login(ada.email, PASSWORD)).status).toBe(401);
    await createStaffUser(api.deps, ada, origin());
    expect((await login(ada.email, PASSWORD)).status).toBe(200);
  });

  test('keeps neither address nor password readable in the database', async () => {
    const { email, ...ada } = user();
    await createStaffUser(api.deps, { ...ada, email }, origin());
    const { rows } = await api.deps.pg.query<object>('SELECT * FROM api.credential');
    const kept = JSON.stringify(rows.map((row) => Object.values(row).map(String)));
    expect(kept).not.toContain(email);
    expect(kept).not.toContain(PASSWORD);
    expect(kept).toContain('$argon2id$');
  });

  test('of a client needs an address of its own there', async () => {
    const client_id = `c-${randomUUID()}`;
    await createClient(api.deps, testClient(client_id), origin());
    const { role: _, ...ada } = user();
    await createClientUser(api.deps, { ...ada, client_id }, origin());
    const again = createClientUser(api.deps, { ...ada, user_id: randomUUID(), client_id }, origin());
    await expect(again).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    await createStaffUser(api.deps, { ...ada, user_id: randomUUID(), role: 'Admin' }, origin());
    expect((await login(ada.email, PASSWORD)).status).toBe(200);
  });
});
