import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { createReservations } from '../../platform/reservations/reserve.ts';
import { PASSWORD, startTestApi, testClient } from '../../testing/api.ts';
import { saveCredential } from '../sessions/credentials.ts';
import { createClientUser, createStaffUser, syncEmail } from './users.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stopAll());

const login = (email: string, password: string) =>
  api.call('POST', '/api/auth/login', { body: { email, password } });

const user = () => {
  const user_id = randomUUID();
  const email = `${user_id}@example.com`;
  return { user_id, email, password: PASSWORD, first_name: 'Ada', last_name: 'L', role: 'Manager' } as const;
};
const origin = () => ({ actor: SYSTEM, correlationId: randomUUID() });

describe('creating a user', () => {
  // Simulates processes that start at the same moment; about one round in a hundred hits the race.
  test('saves one credential for concurrent requests', async () => {
    const { pool, secrets } = api.ports;
    for (let round = 0; round < 300; round++) {
      const user = { userId: randomUUID(), email: `${randomUUID()}@example.com`, passwordHash: 'hash' };
      await Promise.all(Array.from({ length: 8 }, () => saveCredential(pool, secrets, 'staff', user)));
    }
  });

  test('is idempotent', async () => {
    const ada = user();
    await createStaffUser(api.ports, ada, origin());
    await createStaffUser(api.ports, { ...ada, password: 'another' }, origin());
    expect((await login(ada.email, PASSWORD)).status).toBe(200);
    expect((await login(ada.email, 'another')).status).toBe(401);
  });

  test('rejects a taken address', async () => {
    const ada = user();
    await createStaffUser(api.ports, ada, origin());
    const bob = { ...user(), email: ` ${ada.email.toUpperCase()}` };
    await expect(createStaffUser(api.ports, bob, origin())).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(await api.eventsOf(streams.staffUser(bob.user_id))).toEqual([]);
  });

  test('succeeds once for concurrent requests with one address', async () => {
    const { email } = user();
    const users = [user(), user(), user(), user()].map((each) => ({ ...each, email }));
    const outcomes = await Promise.allSettled(
      users.map((each) => createStaffUser(api.ports, each, origin())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('creates one user for concurrent retries', async () => {
    const ada = user();
    await Promise.all([1, 2, 3].map(() => createStaffUser(api.ports, ada, origin())));
    expect(await api.eventsOf(streams.staffUser(ada.user_id))).toHaveLength(1);
    expect((await login(ada.email, PASSWORD)).status).toBe(200);
  });

  test('is completed by a retry after an interruption', async () => {
    const ada = user();
    const { commands } = api.ports;
    const failingCommands = {
      ...commands,
      execute: ((decider, execution) => {
        const { type } = execution.command as { type: string };
        return type === 'create' ? Promise.reject(new Error('crash')) : commands.execute(decider, execution);
      }) as typeof commands.execute,
    };
    await expect(createStaffUser({ ...api.ports, commands: failingCommands }, ada, origin())).rejects.toThrow(
      'crash',
    );
    expect((await login(ada.email, PASSWORD)).status).toBe(401);
    await createStaffUser(api.ports, ada, origin());
    expect((await login(ada.email, PASSWORD)).status).toBe(200);
  });

  test('does not store readable addresses or passwords', async () => {
    const { email, ...ada } = user();
    await createStaffUser(api.ports, { ...ada, email }, origin());
    const { rows } = await api.ports.pg.query<object>('SELECT * FROM api.credential');
    const stored = JSON.stringify(rows.map((row) => Object.values(row).map(String)));
    expect(stored).not.toContain(email);
    expect(stored).not.toContain(PASSWORD);
    expect(stored).toContain('$argon2id$');
  });

  test('requires a unique address among client users', async () => {
    const client_id = `c-${randomUUID()}`;
    await createClient(api.ports, testClient(client_id), origin());
    const { role: _, ...ada } = user();
    await createClientUser(api.ports, { ...ada, client_id }, origin());
    const again = createClientUser(api.ports, { ...ada, user_id: randomUUID(), client_id }, origin());
    await expect(again).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    await createStaffUser(api.ports, { ...ada, user_id: randomUUID(), role: 'Admin' }, origin());
    expect((await login(ada.email, PASSWORD)).status).toBe(200);
  });
});

// Simulates a job that still releases an address to which the user has changed back.
test('a user keeps an address whose reservation was released', async () => {
  const ada = user();
  const ref = { kind: 'staff', id: ada.user_id } as const;
  await createStaffUser(api.ports, ada, origin());
  const claim = { kind: 'staff-email', value: ada.email, holder: ada.user_id };
  await createReservations(api.ports.commands, api.ports.secrets).release(claim, origin());
  await syncEmail(api.ports, ref, origin());
  const bob = { ...user(), email: ada.email };
  await expect(createStaffUser(api.ports, bob, origin())).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
});
