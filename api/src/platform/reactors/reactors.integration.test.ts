import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jsonEvent } from '@eventstore/db-client';
import { SYSTEM, streams } from '@landline/event-schemas';
import { type IsolatedServices, startIsolatedServices } from '@landline/infra/testing/services';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../testing/api.ts';
import { testConfig } from '../../testing/config.ts';
import { startWorker } from '../../worker-process.ts';
import type { Config } from '../config.ts';
import type { PlatformPorts } from '../ports.ts';
import { type Cause, cause, defineReactor } from './reactor.ts';
import type { Task } from './tasks.ts';

const log = pino({ level: 'silent' });
const neverAborted = new AbortController().signal;

let services: IsolatedServices;
let config: Config;
beforeAll(async () => {
  services = await startIsolatedServices();
  config = testConfig(services);
});
afterAll(() => services?.stop());

const reactor = defineReactor({
  name: 'record',
  on: {
    DatasetImportFailed: ({ data, id }) => [
      { task: 'record', payload: { reason: data.reason, eventId: id } },
    ],
  },
});

/** Payloads received by the task in any worker. */
const received: string[] = [];
const recordPayload: Task = async (payload) => {
  received.push((payload as { reason: string }).reason);
};

const startRecording = (task: Task = recordPayload, workerLog = log) =>
  startWorker(config, workerLog, neverAborted, { reactors: [reactor], tasks: () => ({ record: task }) });

function appendFailure({ commands }: PlatformPorts, reason: string, correlationId: string = randomUUID()) {
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

const waitForPayload = (reason: string) => eventually(reason, async () => received.includes(reason));
const times = (reason: string) => received.filter((each) => each === reason).length;

describe('a reactor', () => {
  test('enqueues a job per event exactly once across restarts and workers', async () => {
    const [first, second] = await Promise.all([startRecording(), startRecording()]);
    for (const reason of ['a', 'b', 'c']) await appendFailure(first.ports, reason);
    for (const reason of ['a', 'b', 'c']) await waitForPayload(reason);
    await first.stop();
    await appendFailure(second.ports, 'd');
    await waitForPayload('d');
    await second.stop();

    const third = await startRecording();
    await appendFailure(third.ports, 'e');
    await waitForPayload('e');
    await third.stop();
    expect(received.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('merges jobs with the same debounce key and keeps the last payload', async () => {
    const debouncing = defineReactor({
      name: 'debounce',
      on: {
        DatasetImportFailed: ({ data }) => [
          { task: 'record', payload: { reason: data.reason }, debounce: { key: 'all', seconds: 2 } },
        ],
      },
    });
    const payloads: string[] = [];
    const worker = await startWorker(config, log, neverAborted, {
      reactors: [debouncing],
      tasks: () => ({
        record: async (payload) => {
          payloads.push((payload as { reason: string }).reason);
        },
      }),
    });
    for (const reason of ['1', '2', '3', '4']) await appendFailure(worker.ports, reason);
    await eventually('the last payload is received', async () => payloads.includes('4'));
    await appendFailure(worker.ports, '5');
    await eventually('later payloads are received', async () => payloads.includes('5'));
    await worker.stop();
    expect(payloads.length).toBeLessThan(5);
    expect(payloads.slice(-2)).toEqual(['4', '5']);
  });

  test('adds the cause to a job, and runs jobs of earlier releases without a cause', async () => {
    const causes = new Map<string, Cause & { eventId?: string | undefined }>();
    const work = cause.extend({ reason: z.string(), eventId: z.string().optional() });
    const worker = await startRecording(async (payload) => {
      const { reason, ...rest } = work.parse(payload);
      causes.set(reason, rest);
    });
    await worker.ports.pg.query(
      `SELECT graphile_worker.add_job('record', '{"reason": "earlier release"}'::json)`,
    );
    await appendFailure(worker.ports, 'caused', 'one request');
    await eventually('both jobs have run', async () => causes.size === 2);
    await worker.stop();
    const eventId = causes.get('caused')?.eventId;
    expect(eventId).toBeDefined();
    expect(causes.get('caused')).toEqual({ eventId, correlationId: 'one request', causationId: eventId });
    expect(causes.get('earlier release')).toEqual({ correlationId: expect.any(String) });
  });

  test('stops at an unreadable event until staff skip it', async () => {
    const warnings: string[] = [];
    const warningLog = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
    const worker = await startWorker(config, warningLog, neverAborted, {
      reactors: [reactor],
      tasks: () => ({ record: recordPayload }),
    });
    const { eventStore, commands } = worker.ports;
    const metadata = { actor: SYSTEM, correlationId: '', commandId: '', at: '2999', schemaVersion: 99 };
    const unreadable = jsonEvent({ type: 'DatasetImportFailed', data: {}, metadata } as never);
    const { position } = await eventStore.client.appendToStream(`test-${randomUUID()}`, unreadable);
    await appendFailure(worker.ports, 'behind it');
    const waitForWarning = (text: string) =>
      eventually(text, async () => warnings.some((line) => line.includes(text)));
    await waitForWarning('reactors.unreadable_event');
    expect(received).not.toContain('behind it');

    const data = { projector: 'log', position: String(position?.commit), reason: 'Not from Landline' };
    await commands.append({
      stream: streams.projection('log'),
      events: [{ type: 'ParkedEventSkipped', data }],
      expectedRevision: -1n,
      commandId: randomUUID(),
      actor: SYSTEM,
      correlationId: randomUUID(),
    });
    await waitForPayload('behind it');
    await waitForWarning('reactors.event_skipped');
    await worker.stop();
  });

  test('catches up after downtime', async () => {
    const before = await startRecording();
    await appendFailure(before.ports, 'before');
    await waitForPayload('before');
    await before.stop();
    // A worker without reactors does not follow the log.
    const away = await startWorker(config, log, neverAborted, { reactors: [], tasks: () => ({}) });
    await appendFailure(away.ports, 'meanwhile');
    await away.stop();
    const after = await startRecording();
    await waitForPayload('meanwhile');
    await after.stop();
    expect(times('before')).toBe(1);
    expect(times('meanwhile')).toBe(1);
  });

  test('survives outages of the event store and PostgreSQL', async () => {
    const worker = await startRecording();
    await appendFailure(worker.ports, 'calm');
    await waitForPayload('calm');
    await services.eventStore.crashAndRestart();
    await appendFailure(worker.ports, 'after the event store');
    await waitForPayload('after the event store');
    await services.postgres.crashAndRestart();
    await eventually('the append succeeds', () =>
      appendFailure(worker.ports, 'after Postgres').then(
        () => true,
        () => false,
      ),
    );
    await waitForPayload('after Postgres');
    await worker.stop();
    for (const reason of ['calm', 'after the event store', 'after Postgres']) expect(times(reason)).toBe(1);
  });

  test('ignores events from before its database was created', async () => {
    const { ports, stop } = await startRecording();
    await appendFailure(ports, 'now');
    await waitForPayload('now');
    await stop();
    // Start with an empty database and the old log.
    const fresh = await services.postgres.database('fresh');
    const other = await startWorker({ ...config, DATABASE_URL: fresh }, log, neverAborted, {
      reactors: [reactor],
      tasks: () => ({ record: recordPayload }),
    });
    await appendFailure(other.ports, 'in the new database');
    await waitForPayload('in the new database');
    await other.stop();
    expect(times('now')).toBe(1);
  });
});

/** Adds a job that is locked by the pool of a running job, as if its end had not been recorded. */
async function addJobLockedBySamePool(
  { pg }: PlatformPorts,
  runningJobId: string | undefined,
): Promise<void> {
  const client = await pg.connect();
  try {
    await client.query('BEGIN');
    await client.query(`
      SELECT graphile_worker.add_job('record', '{"reason": "held"}'::json, queue_name => 'one at a time')`);
    await client.query(
      `WITH held AS (
         UPDATE graphile_worker._private_jobs AS job SET locked_by = by.locked_by, locked_at = now(), attempts = 1
         FROM graphile_worker._private_jobs AS by
         WHERE by.id = $1 AND job.payload->>'reason' = 'held' RETURNING job.job_queue_id, job.locked_by
       )
       UPDATE graphile_worker._private_job_queues AS queue SET locked_by = held.locked_by, locked_at = now()
       FROM held WHERE queue.id = held.job_queue_id`,
      [runningJobId],
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

describe('a job', () => {
  test('is taken over from a crashed worker', async () => {
    const dead = `pool-${randomUUID()}`;
    const worker = await startRecording();
    await worker.ports.pg.query(`SELECT graphile_worker.add_job('record', '{"reason": "normal"}'::json)`);
    await waitForPayload('normal');
    await worker.stop();
    // Simulates a job of a killed worker, locked by a dead pool.
    const again = await startWorker(config, log, neverAborted, { reactors: [], tasks: () => ({}) });
    await again.ports.pg.query(`SELECT graphile_worker.add_job('record', '{"reason": "orphaned"}'::json)`);
    await again.ports.pg.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now(), attempts = 1`,
      [dead],
    );
    await again.stop();
    const next = await startRecording();
    await eventually('the orphaned job has run', async () => received.includes('orphaned'), 30_000);
    await next.stop();
    expect(times('orphaned')).toBe(1);
  });

  test('is unlocked together with its queue if its end was not recorded; a running job stays locked', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const running: string[] = [];
    const worker = await startRecording(async (payload, helpers) => {
      await recordPayload(payload, helpers);
      if ((payload as { reason: string }).reason !== 'long') return;
      running.push(helpers.job.id);
      await finished;
    });
    await worker.ports.pg.query(`SELECT graphile_worker.add_job('record', '{"reason": "long"}'::json)`);
    await eventually('the job is running', async () => running.length > 0);
    await addJobLockedBySamePool(worker.ports, running[0]);
    await waitForPayload('held');
    finish();
    await worker.stop();
    expect(times('long')).toBe(1);
  });

  test('is not given to another worker while it runs and connections are cut', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const long: Task = async (payload, helpers) => {
      await recordPayload(payload, helpers);
      await finished;
    };
    const lostLocks = [{ count: 0 }, { count: 0 }];
    const workers = await Promise.all(
      lostLocks.map((lost) => {
        const write = (line: string) => {
          if (line.includes('worker.liveness_lock_failed')) lost.count++;
        };
        return startRecording(long, pino({ level: 'warn' }, { write }));
      }),
    );
    const operator = new pg.Client(services.databaseUrl);
    await operator.connect();
    try {
      await operator.query(`SELECT graphile_worker.add_job('record', '{"reason": "cut off"}'::json)`);
      await waitForPayload('cut off');
      // Each worker looks for orphaned jobs whenever it has reconnected.
      await eventually('both workers have reconnected repeatedly', async () => {
        await operator.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        );
        await pause(500);
        return times('cut off') > 1 || lostLocks.every(({ count }) => count >= 5);
      });
      expect(times('cut off')).toBe(1);
      finish();
      await eventually('the job is done', async () => {
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

  test('is retried after a failure', async () => {
    let attempts = 0;
    const worker = await startRecording(async () => {
      attempts++;
      if (attempts === 1) throw new Error('not yet');
    });
    await worker.ports.pg.query(`SELECT graphile_worker.add_job('record', '{"reason": "retry"}'::json)`);
    await eventually('the job has run twice', async () => attempts === 2);
    await worker.stop();
  });
});
