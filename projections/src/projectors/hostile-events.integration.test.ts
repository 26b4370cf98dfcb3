import { type DomainEvent, type RecordedEvent, SYSTEM } from '@landline/event-schemas';
import { hostileEvents, hostileHistory } from '@landline/event-schemas/testing/hostile-events';
import { openTestDatabases, type TestDatabases } from '@landline/infra/testing/services';
import fc from 'fast-check';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { handles } from '../projector.ts';
import { Generation } from '../runner/generation.ts';
import { makePlan } from '../runner/generation-plan.ts';
import type { LogEvent } from '../runner/read-log.ts';
import { migrate } from '../schema/migrate.ts';
import { AT, LOG_ID } from '../testing/projector-spec.ts';
import { projectors } from './index.ts';

const BATCH = 500;
const HISTORIES = 60;

let postgres: TestDatabases;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await openTestDatabases();
  pool = new pg.Pool({ connectionString: await postgres.database('landline') });
});
afterAll(async () => {
  await pool.end();
  await postgres.dispose();
});
beforeEach(async () => {
  await pool.query('DROP SCHEMA IF EXISTS read CASCADE');
  await migrate(await postgres.database('landline'), projectors);
});

/** Applies events by every projector that handles them and returns the ones that were parked. */
async function parkedOf(events: readonly LogEvent[]): Promise<string[]> {
  const { live, building } = await makePlan(pool, projectors, LOG_ID, new Set());
  for (const { projector, checkpoint } of [...live, ...building]) {
    const generation = new Generation(pool, pino({ level: 'silent' }), projector, checkpoint, false);
    await generation.load();
    for (let at = 0; at < events.length; at += BATCH) {
      const batch = events.slice(at, at + BATCH);
      const handled = batch.filter(({ type }) => handles(projector, type));
      await generation.advance(generation.fold(handled, batch.at(-1)?.position ?? -1n));
    }
  }
  const { rows } = await pool.query<{ projector: string; position: string; error: string }>(
    'SELECT DISTINCT ON (projector, type, left(error, 60)) projector, position, error FROM read.parked_event',
  );
  return rows.map(({ projector, position, error }) => {
    const event = events[Number(position)];
    return `${projector}: ${event?.type} ${JSON.stringify(event?.event?.data).slice(0, 200)}: ${error}`;
  });
}

/** Returns the event in a stream of its own, because a parked event parks its stream. Some keys need unique revisions. */
function logged({ type, data }: DomainEvent, index: number): LogEvent {
  const place = { position: BigInt(index), stream: `hostile-${index}`, revision: BigInt(index), type };
  const metadata = { actor: SYSTEM, correlationId: 'c', commandId: 'c', at: AT, schemaVersion: 1 };
  return { ...place, event: { ...place, data, id: String(index), metadata } as unknown as RecordedEvent };
}

test('applies every accepted event in every projector', { timeout: 300_000 }, async () => {
  const events = hostileEvents().map(logged);
  expect(await parkedOf(events)).toEqual([]);
});

test('applies events after any accepted event', { timeout: 300_000 }, async () => {
  // Whole numbers, because fast-check's doubles are mostly close to 0.
  const numbers = fc.sample(fc.nat(999_999), { seed: 20, numRuns: 100_000 });
  let next = 0;
  const random = () => (numbers[next++ % numbers.length] ?? 0) / 1_000_000;
  let hostileCount = 0;
  const histories = Array.from({ length: HISTORIES }, (_, number) => {
    const name = `history-${number}`;
    const history = hostileHistory(name, random);
    const samples = new Set(hostileHistory(name, () => 0).map((event) => JSON.stringify(event)));
    hostileCount += history.filter((event) => !samples.has(JSON.stringify(event))).length;
    return history;
  });
  expect(hostileCount).toBeGreaterThan(500);
  expect(await parkedOf(histories.flat().map(logged))).toEqual([]);
});
