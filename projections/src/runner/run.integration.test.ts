import { randomBytes } from 'node:crypto';
import { sealPersonalData } from '@landline/runtime/crypto/personal-data';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { projectionStatus } from '../admin.ts';
import { startTestEnvironment, type TestEnvironment, until } from '../testing/test-environment.ts';
import { created, LIVE_VISITORS, visited, visitorProjector } from '../testing/visitor-projector.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterEach(() => environment.reset());
afterAll(() => environment.stop());

const visitors = async () => (await environment.pool.query(LIVE_VISITORS)).rows;

async function listen() {
  const client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
  await client.query('LISTEN read_model_moved');
  const notifications: Record<string, unknown>[] = [];
  client.on('notification', ({ payload }) => notifications.push(JSON.parse(payload ?? '')));
  return { notifications, close: () => client.end() };
}

test('applies events and notifies listeners of the affected clients', async () => {
  const { notifications, close } = await listen();
  await environment.run(visitorProjector());
  await until('the read model is live', async () => (await projectionStatus(environment.pool))[0]?.live);
  const position = await environment.append('clientUser-u1', created('u1', 'client-7'));
  await until('the row is written', async () => (await visitors()).length === 1);
  expect(await visitors()).toMatchObject([{ user_id: 'u1', email: 'u1@example.com', visits: 0 }]);
  await until('the notification arrived', async () =>
    notifications.some((notification) => notification.position === String(position)),
  );
  expect(notifications.at(-1)).toEqual({
    model: 'visitors',
    logId: environment.logId,
    position: String(position),
    clientIds: ['client-7'],
  });
  await close();
});

test('moves past events it does not handle: notifies listeners immediately and stores the checkpoint soon after', async () => {
  const { notifications, close } = await listen();
  await environment.run(visitorProjector());
  await until('the read model is live', async () => (await projectionStatus(environment.pool))[0]?.live);
  const position = await environment.append('staffUser-s1', {
    type: 'StaffUserSignedIn',
    data: { user_id: 's1', session_id: 's' },
  });
  await until('the notification arrived', async () =>
    notifications.some((notification) => notification.position === String(position)),
  );
  expect(notifications.find((notification) => notification.position === String(position))).toMatchObject({
    clientIds: [],
    changed: false,
  });
  await until('the checkpoint is stored', async () => {
    const [status] = await projectionStatus(environment.pool);
    return status?.live?.position === position;
  });
  await close();
});

test('decrypts personal data whose keys exist and shows the rest as erased', async () => {
  const key = randomBytes(32);
  await environment.pool.query('CREATE SCHEMA IF NOT EXISTS api');
  await environment.pool.query('CREATE TABLE api.subject_key (subject text PRIMARY KEY, key bytea NOT NULL)');
  await environment.pool.query(`INSERT INTO api.subject_key VALUES ('clientUser:kept', $1)`, [key]);
  const keys = new Map(['kept', 'gone'].map((user) => [`clientUser:${user}`, key]));
  await appendSealed('kept');
  await appendSealed('gone');
  await environment.run(visitorProjector());
  await until('both rows are written', async () => (await visitors()).filter(isSealed).length === 2);
  expect((await visitors()).filter(isSealed)).toMatchObject([
    { user_id: 'gone', email: '(erased)' },
    { user_id: 'kept', email: 'kept@example.com' },
  ]);
  await environment.pool.query('DROP SCHEMA api CASCADE');

  async function appendSealed(user: string) {
    const sealed = sealPersonalData(created(user), keys);
    // The API encodes events before it encrypts them; `append` encodes too and would reject an encrypted field.
    await environment.appendRaw(`clientUser-${user}`, sealed.type, sealed.data);
  }
  function isSealed({ user_id }: { user_id: string }) {
    return user_id === 'kept' || user_id === 'gone';
  }
});

test('keeps one of two processes active; the other takes over when the first stops', async () => {
  const first = await environment.run(visitorProjector());
  await until('the first process is active', async () => (await projectionStatus(environment.pool))[0]?.live);
  await environment.run(visitorProjector());
  await environment.append('clientUser-twice', created('twice'));
  for (let n = 0; n < 20; n++) {
    await environment.append('clientUser-twice', visited('twice', `s${n}`));
    if (n === 10) await first.stop();
  }
  await until('all visits are counted', async () => hasVisits('twice', 20));
  await environment.append('clientUser-twice', visited('twice', 'last'));
  await until('the last visit is counted', async () => hasVisits('twice', 21));
});

async function hasVisits(user: string, expected: number): Promise<boolean> {
  const row = (await visitors()).find(({ user_id }) => user_id === user);
  if (row && row.visits > expected) throw new Error(`${row.visits} visits, more than ${expected}`);
  return row?.visits === expected;
}
