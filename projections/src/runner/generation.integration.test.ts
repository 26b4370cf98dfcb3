import { randomBytes } from 'node:crypto';
import { openTestDatabases } from '@landline/infra/testing/services';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '../schema/migrate.ts';
import { LOG_ID, logged, recorded } from '../testing/projector-spec.ts';
import { created, visited, visitorProjector } from '../testing/visitor-projector.ts';
import { Generation } from './generation.ts';
import { makePlan } from './generation-plan.ts';

let postgres: Awaited<ReturnType<typeof openTestDatabases>>;
let databaseUrl: string;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await openTestDatabases();
  databaseUrl = await postgres.database('landline');
  pool = new pg.Pool({ connectionString: databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await postgres.dispose();
});
beforeEach(() => pool.query('DROP SCHEMA IF EXISTS read CASCADE'));

async function buildGeneration(
  projector = visitorProjector({ reject: (session) => session === 'rejected' }),
) {
  await migrate(databaseUrl, [projector]);
  const [planned] = (await makePlan(pool, [projector], LOG_ID, new Set())).building;
  if (planned === undefined) throw new Error('Nothing to build');
  const generation = new Generation(pool, pino({ level: 'silent' }), projector, planned.checkpoint, false);
  await generation.load();
  return generation;
}

const logOf = (...events: (ReturnType<typeof created> | ReturnType<typeof visited>)[]) =>
  logged(
    events.map((event) =>
      recorded(event.type, event.data, { stream: `clientUser-${event.data.user_id.slice(0, 8)}` }),
    ),
  );

test('folds a batch again after the previous one parked a stream', async () => {
  const generation = await buildGeneration();
  const tooLong = randomBytes(5_000).toString('hex'); // too long for the primary key index
  const events = logOf(
    created('failing'),
    created('busy'),
    visited('failing', 'rejected'),
    created(tooLong),
    visited('busy', 'one'),
    visited('failing', 'later'),
    visited(tooLong, 'later'),
    visited('busy', 'two'),
  );
  const first = generation.fold(events.slice(0, 5), 4n);
  const second = generation.fold(events.slice(5), 7n);
  expect(await Promise.all([generation.advance(first), generation.advance(second)])).toEqual([
    'written',
    'written',
  ]);
  expect((await pool.query('SELECT user_id, visits FROM read.visitor ORDER BY user_id')).rows).toEqual([
    { user_id: 'busy', visits: 2 },
    { user_id: 'failing', visits: 0 },
  ]);
  const parked = await pool.query('SELECT position::int FROM read.parked_event ORDER BY position');
  expect(parked.rows.map(({ position }) => position)).toEqual([2, 3, 5, 6]);
});

test('does not apply a batch, or the events of an overlapping batch, twice', async () => {
  const generation = await buildGeneration();
  const events = logOf(created('busy'), visited('busy', 'one'), visited('busy', 'two'));
  const early = generation.fold(events.slice(0, 2), 1n);
  await generation.advance(early);
  expect(await generation.advance(early)).toBe('idle');
  await generation.advance(generation.fold(events, 2n));
  expect((await pool.query('SELECT visits FROM read.visitor')).rows).toEqual([{ visits: 2 }]);
});
