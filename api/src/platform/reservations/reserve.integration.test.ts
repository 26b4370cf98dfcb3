import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { createReservations, type Reservations } from './reserve.ts';

const MINUTE = 60_000;

let api: Awaited<ReturnType<typeof startTestApi>>;
let reservations: Reservations;
/** The reservations' clock. */
let now = Date.parse('2026-11-21T12:00:00Z');
beforeAll(async () => {
  api = await startTestApi();
  const { commands, secrets } = api.ports;
  reservations = createReservations(commands, secrets, () => new Date(now));
});
afterAll(() => api?.stopAll());

const origin = () => ({ actor: SYSTEM, correlationId: randomUUID() });
const claimOf = (value: string, holder: string) => ({ kind: 'test', value, holder });
const neverCreated = { forMs: MINUTE, exists: async () => false };

test('gives an expired unconfirmed claim to the next holder', async () => {
  const value = randomUUID();
  await reservations.reserve(claimOf(value, 'ada'), neverCreated, origin());
  const bob = () => reservations.reserve(claimOf(value, 'bob'), neverCreated, origin());
  await expect(bob()).rejects.toMatchObject({ code: 'VALUE_TAKEN' });
  now += MINUTE;
  await bob();
  await expect(reservations.confirm(claimOf(value, 'ada'), origin())).rejects.toMatchObject({
    code: 'RESERVATION_LOST',
  });
  await reservations.confirm(claimOf(value, 'bob'), origin());
});

test('confirms the claim of a holder that was created before a crash', async () => {
  const value = randomUUID();
  await reservations.reserve(claimOf(value, 'ada'), neverCreated, origin());
  now += MINUTE;
  const adaExists = { forMs: MINUTE, exists: async (holder: string) => holder === 'ada' };
  const bob = reservations.reserve(claimOf(value, 'bob'), adaExists, origin());
  await expect(bob).rejects.toMatchObject({ code: 'VALUE_TAKEN' });
  await reservations.reserve(claimOf(value, 'ada'), adaExists, origin());
});

test('frees a released value and separates kinds', async () => {
  const value = randomUUID();
  await reservations.reserve(claimOf(value, 'ada'), neverCreated, origin());
  await reservations.confirm(claimOf(value, 'ada'), origin());
  await reservations.reserve({ ...claimOf(value, 'bob'), kind: 'other' }, neverCreated, origin());
  await reservations.release(claimOf(value, 'ada'), origin());
  await reservations.reserve(claimOf(value, 'bob'), neverCreated, origin());
});

test('keeps the value out of the log', async () => {
  const value = `ada-${randomUUID()}@example.com`;
  await reservations.reserve(claimOf(value, 'ada'), neverCreated, origin());
  const stream = streams.reservation(api.ports.secrets.hmac('test', value).toString('hex'));
  const events = await api.eventsOf(stream);
  expect(events).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain(value);
});
