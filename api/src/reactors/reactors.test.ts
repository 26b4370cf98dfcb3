import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM } from '@landline/event-schemas';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Config, readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { eventually } from '../testing/api.ts';
import { startWorker } from '../worker-process.ts';
import { type Cause, cause, defineReactor } from './reactor.ts';
import type { Task } from './tasks.ts';

const log = pino({ level: 'silent' });
const never = new AbortController().signal;

let services: TestServices;
let config: Config;
beforeAll(async () => {
  services = await startTestServices();
  config = readConfig({
    DATABASE_URL: services.databaseUrl,
    EVENTSTORE_URL: services.eventStoreUrl,
    JWT_SECRET: 'a secret that only tests know, and long enough',
    NODE_ENV: 'test',
  });
});
afterAll(() => services?.stop());

const reactor = defineReactor({
  name: 'tell',
  on: {
    DatasetImportFailed: ({ data, id }) => [{ task: 'tell', payload: { reason: data.reason, eventId: id } }],
  },
});

/** What the task was given, by whichever worker. */
const told: string[] = [];
const tell: Task = async (payload) => {
  told.push((payload as { reason: string }).reason);
};

const startTelling = (task: Task = tell) =>
  startWorker(config, log, never, { reactors: [reactor], tasks: () => ({ tell: task }) });

function fail({ commands }: Deps, reason: string, correlationId: string = randomUUID()) {
  const data = { import_id: 'i', dataset_key: 'd', reason };
  return commands.append({
    stream: `test-${randomUUID()}`,
    events: [{ type: 'DatasetImportFailed', data }],
    expectedRevision: -1n,
    commandId: randomUUID(),
    actor: SYSTEM,
    correlationId,
  });
}

const wasTold = (reason: string) => eventually(reason, async () => told.includes(reason));
const times = (reason: string) => told.filter((each) => each === reason).length;

describe('a reactor', () => {
  test('enqueues a job for each event, once, over restarts and with several workers', async () => {
    const [one, two] = await Promise.all([startTelling(), startTelling()]);
    for (const reason of ['a', 'b', 'c']) await fail(one.deps, reason);
    for (const reason of ['a', 'b', 'c']) await wasTold(reason);
    await one.stop();
    await fail(two.deps, 'd');
    await wasTold('d');
    await two.stop();

    const three = await startTelling();
    await fail(three.deps, 'e');
    await wasTold('e');
    await three.stop();
    expect(told.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('gathers what it asks for in a while under one key into one job, of the last', async () => {
    const gathering = defineReactor({
      name: 'gather',
      on: {
        DatasetImportFailed: ({ data }) => [
          { task: 'tell', payload: { reason: data.reason }, gather: { key: 'all', seconds: 2 } },
        ],
      },
    });
    const gathered: string[] = [];
    const worker = await startWorker(config, log, never, {
      reactors: [gathering],
      tasks: () => ({
        tell: async (payload) => {
          gathered.push((payload as { reason: string }).reason);
        },
      }),
    });
    for (const reason of ['1', '2', '3', '4']) await fail(worker.deps, reason);
    await eventually('the last is told', async () => gathered.includes('4'));
    await fail(worker.deps, '5');
    await eventually('what comes later is told too', async () => gathered.includes('5'));
    await worker.stop();
    expect(gathered.length).toBeLessThan(5);
    expect(gathered.slice(-2)).toEqual(['4', '5']);
  });

  test('brings what asked for a job; one of an earlier release, which has none, runs too', async () => {
    const causes = new Map<string, Cause & { eventId?: string | undefined }>();
    const work = cause.extend({ reason: z.string(), eventId: z.string().optional() });
    const worker = await startTelling(async (payload) => {
      const { reason, ...rest } = work.parse(payload);
      causes.set(reason, rest);
    });
    await worker.deps.pg.query(`SELECT graphile_worker.add_job('tell', '{"reason": "of earlier"}'::json)`);
    await fail(worker.deps, 'caused', 'one request');
    await eventually('both ran', async () => causes.size === 2);
    await worker.stop();
    const eventId = causes.get('caused')?.eventId;
    expect(eventId).toBeDefined();
    expect(causes.get('caused')).toEqual({ eventId, correlationId: 'one request', causationId: eventId });
    expect(causes.get('of earlier')).toEqual({ correlationId: expect.any(String) });
  });

  test('catches up with what happened while no worker ran', async () => {
    const before = await startTelling();
    await fail(before.deps, 'before');
    await wasTold('before');
    await before.stop();
    // A worker without reactors appends and does not follow.
    const away = await startWorker(config, log, never, { reactors: [], tasks: () => ({}) });
    await fail(away.deps, 'meanwhile');
    await away.stop();
    const after = await startTelling();
    await wasTold('meanwhile');
    await after.stop();
    expect(times('before')).toBe(1);
    expect(times('meanwhile')).toBe(1);
  });

  test('survives the loss of the event store and of Postgres', { timeout: 60_000 }, async () => {
    const worker = await startTelling();
    await fail(worker.deps, 'calm');
    await wasTold('calm');
    await services.eventStore.crash();
    await fail(worker.deps, 'after the event store');
    await wasTold('after the event store');
    await services.postgres.crash();
    await eventually('the append', () =>
      fail(worker.deps, 'after Postgres').then(
        () => true,
        () => false,
      ),
    );
    await wasTold('after Postgres');
    await worker.stop();
    for (const reason of ['calm', 'after the event store', 'after Postgres']) expect(times(reason)).toBe(1);
  });

  test('does not react to what happened before its database was made', async () => {
    const { deps, stop } = await startTelling();
    // As when a log that is years old meets an empty database.
    await fail(deps, 'now');
    await wasTold('now');
    await stop();
    const fresh = await services.postgres.database('fresh');
    const other = await startWorker({ ...config, DATABASE_URL: fresh }, log, never, {
      reactors: [reactor],
      tasks: () => ({ tell }),
    });
    await fail(other.deps, 'in the new one');
    await wasTold('in the new one');
    await other.stop();
    expect(times('now')).toBe(1);
  });
});

/** As a database that takes no more connections leaves a job: it has ended, and the pool that runs `job` still holds it. */
async function holdAnother({ pg }: Deps, job: string | undefined): Promise<void> {
  const client = await pg.connect();
  try {
    await client.query('BEGIN');
    await client.query(`
      SELECT graphile_worker.add_job('tell', '{"reason": "held"}'::json, queue_name => 'one at a time')`);
    await client.query(
      `WITH held AS (
         UPDATE graphile_worker._private_jobs AS job SET locked_by = by.locked_by, locked_at = now(), attempts = 1
         FROM graphile_worker._private_jobs AS by
         WHERE by.id = $1 AND job.payload->>'reason' = 'held' RETURNING job.job_queue_id, job.locked_by
       )
       UPDATE graphile_worker._private_job_queues AS queue SET locked_by = held.locked_by, locked_at = now()
       FROM held WHERE queue.id = held.job_queue_id`,
      [job],
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

describe('a job', () => {
  test('whose worker died is taken over', { timeout: 60_000 }, async () => {
    const dead = `pool-${randomUUID()}`;
    const worker = await startTelling();
    await worker.deps.pg.query(`SELECT graphile_worker.add_job('tell', '{"reason": "taken over"}'::json)`);
    await wasTold('taken over');
    await worker.stop();
    // As a killed worker leaves it: locked by a pool that is no more.
    const again = await startWorker(config, log, never, { reactors: [], tasks: () => ({}) });
    await again.deps.pg.query(`SELECT graphile_worker.add_job('tell', '{"reason": "orphaned"}'::json)`);
    await again.deps.pg.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now(), attempts = 1`,
      [dead],
    );
    await again.stop();
    const next = await startTelling();
    await eventually('orphaned', async () => told.includes('orphaned'), 30_000);
    await next.stop();
    expect(times('orphaned')).toBe(1);
  });

  test('whose end could not be noted is given back, and with it its queue; one that runs is not', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const running: string[] = [];
    const worker = await startTelling(async (payload, helpers) => {
      await tell(payload, helpers);
      if ((payload as { reason: string }).reason !== 'long') return;
      running.push(helpers.job.id);
      await finished;
    });
    await worker.deps.pg.query(`SELECT graphile_worker.add_job('tell', '{"reason": "long"}'::json)`);
    await eventually('it runs', async () => running.length > 0);
    await holdAnother(worker.deps, running[0]);
    await wasTold('held');
    finish();
    await worker.stop();
    expect(times('long')).toBe(1);
  });

  test('that runs is not given to another worker when connections are cut', { timeout: 60_000 }, async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const long: Task = async (payload, helpers) => {
      await tell(payload, helpers);
      await finished;
    };
    const workers = await Promise.all([startTelling(long), startTelling(long)]);
    const operator = new pg.Client(services.databaseUrl);
    await operator.connect();
    try {
      await operator.query(`SELECT graphile_worker.add_job('tell', '{"reason": "cut off"}'::json)`);
      await wasTold('cut off');
      // Again and again, so that each worker looks at least twice while connections come and go.
      const until = Date.now() + 7_000;
      await eventually('both have looked', async () => {
        await operator.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        );
        await pause(500);
        return times('cut off') > 1 || Date.now() > until;
      });
      expect(times('cut off')).toBe(1);
      finish();
      await eventually('it is done', async () => {
        const { rows } = await operator.query('SELECT 1 FROM graphile_worker._private_jobs');
        return rows.length === 0;
      });
    } finally {
      finish();
      await operator.end();
      await Promise.all(workers.map((worker) => worker.stop()));
    }
    expect(times('cut off')).toBe(1);
  });

  test('that fails is tried again', async () => {
    let attempts = 0;
    const worker = await startTelling(async () => {
      attempts++;
      if (attempts === 1) throw new Error('not yet');
    });
    await worker.deps.pg.query(`SELECT graphile_worker.add_job('tell', '{"reason": "retry"}'::json)`);
    await eventually('two attempts', async () => attempts === 2);
    await worker.stop();
  });
});
