import type { EventData, EventType, RecordedEvent } from '@landline/event-schemas';
import { SYSTEM } from '@landline/event-schemas';
import { openTestDatabases } from '@landline/infra/testing/services';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { handles, type Projector } from '../projector.ts';
import { Generation } from '../runner/generation.ts';
import { makePlan } from '../runner/generation-plan.ts';
import type { LogEvent } from '../runner/read-log.ts';
import { migrate } from '../schema/migrate.ts';
import type { AnyTable } from '../table.ts';

export const AT = '2026-03-01T09:00:00.000Z';
export const LOG_ID = '5f6a2f0e-6d0c-4b51-9f0e-0d3a4a3b2c1d';
const silent = pino({ level: 'silent' });

/** Builds an event as a projector gets it; `logged` assigns position and revision. */
export function recorded<T extends EventType>(
  type: T,
  data: EventData<T>,
  options: { at?: string; stream?: string } = {},
): RecordedEvent {
  const { at = AT, stream = `test-${type}` } = options;
  const metadata = { actor: SYSTEM, correlationId: 'c', commandId: 'c', at, schemaVersion: 1 };
  const place = { id: '', stream, revision: 0n, position: 0n, metadata };
  return { type, data, ...place } as unknown as RecordedEvent; // TypeScript cannot correlate type and data
}

/** Returns events as consecutive log entries. */
export function logged(events: readonly RecordedEvent[]): LogEvent[] {
  const revisions = new Map<string, bigint>();
  return events.map((event, index) => {
    const revision = (revisions.get(event.stream) ?? -1n) + 1n;
    revisions.set(event.stream, revision);
    const position = BigInt(index);
    const { stream, type } = event;
    return { position, stream, revision, type, event: { ...event, position, revision } };
  });
}

/**
 * Tests a projector on a real database: events in, rows out. Every event is delivered twice, the second
 * time as after a crash that follows the commit; the rows must not change. Call it once per file.
 */
export function projectorSpec(projector: Projector) {
  let postgres: Awaited<ReturnType<typeof openTestDatabases>>;
  let pool: pg.Pool;
  let databaseUrl: string;

  beforeAll(async () => {
    postgres = await openTestDatabases();
    databaseUrl = await postgres.database('landline');
    pool = new pg.Pool({ connectionString: databaseUrl });
  });
  afterAll(async () => {
    await pool.end();
    await postgres.dispose();
  });

  const rows = async (table: AnyTable): Promise<Record<string, unknown>[]> => {
    const result = await pool.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) - 'generation' AS row FROM read.${table.name} AS t ORDER BY ${table.key.join(', ')}`,
    );
    return result.rows.map(({ row }) => row);
  };
  const deliver = async (events: readonly LogEvent[]) => {
    const plan = await makePlan(pool, [projector], LOG_ID, new Set());
    const [planned] = [...plan.live, ...plan.building];
    if (planned === undefined) throw new Error('Nothing to build');
    const generation = new Generation(pool, silent, projector, planned.checkpoint, false);
    await generation.load();
    const handled = events.filter(({ type }) => handles(projector, type));
    await generation.advance(generation.fold(handled, events.at(-1)?.position ?? -1n));
  };

  const resetReadModel = async () => {
    await pool.query('DROP SCHEMA IF EXISTS read CASCADE');
    await migrate(databaseUrl, [projector]);
  };

  return {
    /** Delivers the events in batches of `size` and returns the rows like `given`, which the next call replaces. */
    async givenBy(size: number, ...events: RecordedEvent[]) {
      await resetReadModel();
      const all = logged(events);
      for (let at = 0; at < all.length; at += size) await deliver(all.slice(at, at + size));
      await assertNoneParked();
      return rows;
    },
    /** Starts with an empty read model and returns its rows by table, in key order. The next call replaces them. */
    async given(...events: RecordedEvent[]) {
      await resetReadModel();
      await deliver(logged(events));
      await assertNoneParked();
      const once = await snapshot();
      await deliver(logged(events));
      const twice = await snapshot();
      if (twice !== once) throw new Error(`The rows differ after a second delivery:\n${once}\n${twice}`);
      return rows;
    },
  };

  async function assertNoneParked(): Promise<void> {
    const parked = await pool.query('SELECT type, error FROM read.parked_event');
    if (parked.rows.length > 0) throw new Error(`Parked: ${JSON.stringify(parked.rows)}`);
  }

  async function snapshot(): Promise<string> {
    return JSON.stringify(await Promise.all(projector.tables.map(rows)));
  }
}
