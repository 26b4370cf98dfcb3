import { randomBytes } from 'node:crypto';
import { seal } from '@landline/event-schemas/personal';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { projectionStatus } from '../admin.ts';
import { type House, startHouse, until } from '../testing/house.ts';
import { created, LIVE_VISITORS, tally, visited } from '../testing/tally.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterEach(() => house.reset());
afterAll(() => house.stop());

const visitors = async () => (await house.pool.query(LIVE_VISITORS)).rows;

async function listen() {
  const client = new pg.Client({ connectionString: house.databaseUrl });
  await client.connect();
  await client.query('LISTEN read_model_moved');
  const told: Record<string, unknown>[] = [];
  client.on('notification', ({ payload }) => told.push(JSON.parse(payload ?? '')));
  return { told, close: () => client.end() };
}

test('what happens is in the read model, and listeners are told which clients it concerns', async () => {
  const { told, close } = await listen();
  await house.run(tally());
  await until('the read model serves', async () => (await projectionStatus(house.pool))[0]?.live);
  const position = await house.append('clientUser-u1', created('u1', 'client-7'));
  await until('the row is there', async () => (await visitors()).length === 1);
  expect(await visitors()).toMatchObject([{ user_id: 'u1', email: 'u1@example.com', visits: 0 }]);
  await until('it was told', async () => told.some((one) => one.position === String(position)));
  expect(told.at(-1)).toEqual({
    model: 'tally',
    logId: house.logId,
    position: String(position),
    clientIds: ['client-7'],
  });
  await close();
});

test('events that mean nothing to a read model move it on: at once for listeners, soon in the database', async () => {
  const { told, close } = await listen();
  await house.run(tally());
  await until('the read model serves', async () => (await projectionStatus(house.pool))[0]?.live);
  const position = await house.append('staffUser-s1', {
    type: 'StaffUserSignedIn',
    data: { user_id: 's1', session_id: 's' },
  });
  await until('it was told', async () => told.some((one) => one.position === String(position)));
  expect(told.find((one) => one.position === String(position))).toMatchObject({
    clientIds: [],
    changed: false,
  });
  await until('the checkpoint is stored', async () => {
    const [status] = await projectionStatus(house.pool);
    return status?.live?.position === position;
  });
  await close();
});

test('personal data is opened with the keys that exist; without its key it reads erased', async () => {
  const key = randomBytes(32);
  await house.pool.query('CREATE SCHEMA IF NOT EXISTS api');
  await house.pool.query('CREATE TABLE api.subject_key (subject text PRIMARY KEY, key bytea NOT NULL)');
  await house.pool.query(`INSERT INTO api.subject_key VALUES ('clientUser:kept', $1)`, [key]);
  const keys = new Map(['kept', 'gone'].map((user) => [`clientUser:${user}`, key]));
  await appendSealed('kept');
  await appendSealed('gone');
  await house.run(tally());
  await until('both rows are there', async () => (await visitors()).filter(isSealed).length === 2);
  expect((await visitors()).filter(isSealed)).toMatchObject([
    { user_id: 'gone', email: '(erased)' },
    { user_id: 'kept', email: 'kept@example.com' },
  ]);
  await house.pool.query('DROP SCHEMA api CASCADE');

  async function appendSealed(user: string) {
    const sealed = seal(created(user), keys);
    // Encoded before it was sealed, as the api does; encodeEvent would refuse the sealed field.
    await house.appendRaw(`clientUser-${user}`, sealed.type, sealed.data);
  }
  function isSealed({ user_id }: { user_id: string }) {
    return user_id === 'kept' || user_id === 'gone';
  }
});

test('of two processes one is active and the other takes over when it dies', async () => {
  const first = await house.run(tally());
  await until('the first is active', async () => (await projectionStatus(house.pool))[0]?.live);
  await house.run(tally());
  await house.append('clientUser-twice', created('twice'));
  for (let n = 0; n < 20; n++) {
    await house.append('clientUser-twice', visited('twice', `s${n}`));
    if (n === 10) await first.stop();
  }
  await until('all visits are counted', async () => visitsOf('twice', 20));
  await house.append('clientUser-twice', visited('twice', 'last'));
  await until('the last one too', async () => visitsOf('twice', 21));
});

async function visitsOf(user: string, expected: number): Promise<boolean> {
  const found = (await visitors()).find(({ user_id }) => user_id === user);
  if (found && found.visits > expected) throw new Error(`${found.visits} visits, more than ${expected}`);
  return found?.visits === expected;
}
