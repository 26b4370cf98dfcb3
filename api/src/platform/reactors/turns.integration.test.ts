import { randomUUID } from 'node:crypto';
import { type DomainEvent, SYSTEM } from '@landline/event-schemas';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../testing/api.ts';
import { testConfig } from '../../testing/config.ts';
import { startWorker } from '../../worker-process.ts';
import { defineReactor } from './reactor.ts';

/** One slow job per event, in the queue of its client. Its first attempt is its last. */
const reactor = defineReactor({
  name: 'slow',
  on: {
    DatasetImportFailed: ({ data: { dataset_key: client } }) => [
      { task: 'slow', payload: { client }, queue: `slow ${client}`, takesTurns: true, maxAttempts: 1 },
    ],
    DatasetImportCancelled: () => [{ task: 'quick', payload: {} }],
  },
});

let services: TestServices;
let worker: Awaited<ReturnType<typeof startWorker>>;
/** Clients in the order in which their jobs started. */
let started: string[];
/** Functions that each end one running job. */
let running: (() => void)[];
let quick: number;

beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services?.stop());

beforeEach(async () => {
  started = [];
  running = [];
  quick = 0;
  const config = testConfig(services);
  worker = await startWorker(config, pino({ level: 'silent' }), new AbortController().signal, {
    reactors: [reactor],
    slow: ['slow'],
    tasks: () => ({
      slow: (payload) => {
        started.push((payload as { client: string }).client);
        return new Promise((resolve) => running.push(resolve));
      },
      quick: async () => {
        quick++;
      },
    }),
  });
});
afterEach(async () => {
  await worker.ports.pg.query('SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs');
  for (const end of running) end();
  await worker.stop();
});

async function enqueue(client: string, count: number): Promise<void> {
  const data = { import_id: 'i', dataset_key: client, reason: '' };
  const events = Array.from({ length: count }, (): DomainEvent => ({ type: 'DatasetImportFailed', data }));
  const before = await countQueued(client);
  await append(events);
  await eventually(
    `the jobs of ${client} are queued`,
    async () => (await countQueued(client)) === before + count,
  );
}

const append = (events: DomainEvent[]) =>
  worker.ports.commands.append({
    stream: `test-${randomUUID()}`,
    events,
    expectedRevision: -1n,
    commandId: randomUUID(),
    actor: SYSTEM,
    correlationId: 'c',
  });

async function countQueued(client: string): Promise<number> {
  const { rows } = await worker.ports.pg.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE queue_name = $1',
    [`slow ${client}`],
  );
  return rows[0]?.count ?? 0;
}

/** Ends the job that has run longest. */
const endOne = () => running.shift()?.();

test('starts the job of another client next, even if one has queued many', async () => {
  await enqueue('busy', 200);
  await eventually('the first job runs', async () => started.length === 1);
  await enqueue('other', 1);
  await eventually('the job of the other client runs', async () => started.includes('other'));
  expect(started).toEqual(['busy', 'other']);
});

test("starts a new client's job before the second job of others", async () => {
  const busy = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const client of busy) await enqueue(client, 20);
  await eventually('all slots are taken', async () => started.length === 5);
  await enqueue('new', 1);
  endOne();
  await eventually('a sixth job starts', async () => started.length === 6);
  endOne();
  await eventually('a seventh job starts', async () => started.length === 7);
  expect(started).toEqual([...busy, 'new']);
});

test("starts new clients' jobs before the second job of one whose first is on its last attempt", async () => {
  const busy = ['a', 'b', 'c', 'd', 'e'];
  for (const client of busy) await enqueue(client, 1);
  await eventually('all slots are taken', async () => started.length === 5);
  for (const client of ['a', 'new', 'newest']) await enqueue(client, 1);
  endOne();
  await eventually('a sixth job starts', async () => started.length === 6);
  endOne();
  await eventually('a seventh job starts', async () => started.length === 7);
  expect(started).toEqual([...busy, 'new', 'newest']);
});

test('runs quick jobs while slow ones take all their slots', async () => {
  for (let client = 0; client < 20; client++) await enqueue(String(client), 2);
  await append([{ type: 'DatasetImportCancelled', data: { import_id: 'i', dataset_key: 'd' } }]);
  await eventually('the quick job ran', async () => quick === 1);
  expect(started).toHaveLength(5);
});
