import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../testing/api.ts';
import { createReservations, type Reservations } from './reserve.ts';

const MINUTE = 60_000;

let api: Awaited<ReturnType<typeof startTestApi>>;
let reservations: Reservations;
/** The time that the reservations live in. */
let now = Date.parse('2026-11-21T12:00:00Z');
beforeAll(async () => {
  api = await startTestApi();
  const { commands, secrets } = api.deps;
  reservations = createReservations(commands, secrets, () => new Date(now));
});
afterAll(() => api?.stopAll());

const origin = () => ({ actor: SYSTEM, correlationId: randomUUID() });
const claimOf = (value: string, holder: string) => ({ kind: 'test', value, holder });
const nobodyExists = { forMs: MINUTE, exists: async () => false };

test('a claim that was never confirmed goes to the next one when it has expired', async () => {
  const value = randomUUID();
  await reservations.reserve(claimOf(value, 'ada'), nobodyExists, origin());
  const bob = () => reservations.reserve(claimOf(value, 'bob'), nobodyExists, origin());
  await expect(bob()).rejects.toMatchObject({ code: 'VALUE_TAKEN' });
  now += MINUTE;
  await bob();
  await expect(reservations.confirm(claimOf(value, 'ada'), origin())).rejects.toMatchObject({
    code: 'RESERVATION_LOST',
  });
  await reservations.confirm(claimOf(value, 'bob'), origin());
});

test('a claim whose holder came to be is confirmed for it, though a crash kept it from doing so', async () => {
  const value = randomUUID();
  await reservations.reserve(claimOf(value, 'ada'), nobodyExists, origin());
  now += MINUTE;
  const adaExists = { forMs: MINUTE, exists: async (holder: string) => holder === 'ada' };
  const bob = reservations.reserve(claimOf(value, 'bob'), adaExists, origin());
  await expect(bob).rejects.toMatchObject({ code: 'VALUE_TAKEN' });
  await reservations.reserve(claimOf(value, 'ada'), adaExists, origin());
});

test('a released value is free, and another kind of it always was', async () => {
  const value = randomUUID();
  await reservations.reserve(claimOf(value, 'ada'), nobodyExists, origin());
  await reservations.confirm(claimOf(value, 'ada'), origin());
  await reservations.reserve({ ...claimOf(value, 'bob'), kind: 'other' }, nobodyExists, origin());
  await reservations.release(claimOf(value, 'ada'), origin());
  await reservations.reserve(claimOf(value, 'bob'), nobodyExists, origin());
});

test('the value is nowhere in the log', async () => {
  const value = `ada-${randomUUID()}@example.com`;
  await reservations.reserve(claimOf(value, 'ada'), nobodyExists, origin());
  const stream = streams.reservation(api.deps.secrets.hmac('test', value).toString('hex'));
  const events: unknown[] = [];
  await api.deps.eventStore.read(stream, ({ data, metadata }) => events.push(data, metadata));
  expect(events).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain(value);
});
