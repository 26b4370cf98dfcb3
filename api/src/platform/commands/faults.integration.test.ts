import { randomUUID } from 'node:crypto';
import { type DomainEvent, SYSTEM } from '@landline/event-schemas';
import { startLink, through } from '@landline/infra/testing/network-link';
import { type IsolatedServices, startIsolatedServices } from '@landline/infra/testing/services';
import { signalProcess } from '@landline/infra/testing/signal-process';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Connections, connect } from '../../connect.ts';
import { testConfig } from '../../testing/config.ts';
import type { Decider } from './decider.ts';
import { connectEventStore } from './event-store.ts';

let services: IsolatedServices;
let ports: Connections;
beforeAll(async () => {
  services = await startIsolatedServices();
  const config = testConfig(services);
  ports = await connect(config, pino({ level: 'silent' }), new AbortController().signal);
});
afterAll(async () => {
  await ports?.close();
  await services?.stop();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A list; each command adds an item. */
const list: Decider<number, { item: string }, DomainEvent<'DatasetImportFailed'>> = {
  initialState: 0,
  evolve: (state) => state + 1,
  decide: ({ item }) => [
    { type: 'DatasetImportFailed', data: { import_id: 'i', dataset_key: 'd', reason: item } },
  ],
};

async function itemsOf(streams: readonly string[]): Promise<string[]> {
  const items: string[] = [];
  for (const stream of streams) {
    await ports.eventStore.read(stream, (event) => {
      items.push((event.data as { reason: string }).reason);
    });
  }
  return items;
}

test.for(['the event store', 'Postgres'])(
  'stores acknowledged commands exactly once and accepts new ones when %s is killed',
  async (victim) => {
    const streams = Array.from({ length: 4 }, () => `test-${randomUUID()}`);
    const acknowledged: string[] = [];
    let sent = 0;
    let isStopped = false;
    const flows = streams.map(async (stream) => {
      while (!isStopped) {
        const item = `${sent++}`;
        const idempotency = { idempotencyKey: item, route: 'test', fingerprint: item };
        const origin = { actor: SYSTEM, correlationId: item, ...idempotency };
        // Retries with the same key, as clients do.
        for (let done = false; !done && !isStopped; ) {
          done = await ports.commands.execute(list, { stream, command: { item }, ...origin }).then(
            () => true,
            () => false,
          );
          if (done) acknowledged.push(item);
        }
      }
    });
    const waitForAcknowledged = async (count: number) => {
      while (acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await waitForAcknowledged(50);
    await (victim === 'Postgres'
      ? services.postgres.crashAndRestart()
      : services.eventStore.crashAndRestart());
    await waitForAcknowledged(acknowledged.length + 50);
    isStopped = true;
    await Promise.all(flows);

    const items = await itemsOf(streams);
    expect(new Set(items).size).toBe(items.length);
    expect(items).toEqual(expect.arrayContaining(acknowledged));
  },
);

test('reports an unavailable event store within the retry time', async () => {
  const unreachable = connectEventStore('esdb://127.0.0.1:9?tls=false', pino({ level: 'silent' }), 500);
  await expect(unreachable.head()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
  const append = unreachable.append(
    'test-1',
    [{ id: randomUUID(), type: 'X', data: {}, metadata: {} }],
    'any',
  );
  await expect(append).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(unreachable.read('test-1', () => undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await unreachable.dispose();
});

test('cancels the calls of reads that time out', async () => {
  const store = connectEventStore(services.eventStoreUrl, pino({ level: 'silent' }), 500);
  const { disposableStreams: calls } = store.client as unknown as { disposableStreams: Set<unknown> };
  try {
    await store.head();
    signalProcess(services.eventStore.pid, 'SIGSTOP');
    for (const read of [() => store.head(), () => store.readOne('test-1', 0n)])
      await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // After 20 s, the client breaks the connection and with it the calls.
    await expect.poll(() => calls.size, { timeout: 10_000 }).toBe(0);
  } finally {
    signalProcess(services.eventStore.pid, 'SIGCONT');
    await store.dispose();
  }
});

test('resumes a broken read that made progress, however long it took', async () => {
  const stream = `test-${randomUUID()}`;
  const event = () => ({ id: randomUUID(), type: 'X', data: { text: 'x'.repeat(10_000) }, metadata: {} });
  for (let batch = 0; batch < 20; batch++)
    await ports.eventStore.append(stream, Array.from({ length: 50 }, event), 'any');
  const link = await startLink(Number(new URL(services.eventStoreUrl).port));
  const retryMs = 60_000;
  const store = connectEventStore(through(services.eventStoreUrl, link), pino({ level: 'silent' }), retryMs);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const revisions: bigint[] = [];
    await store.read(stream, ({ revision }) => {
      if (revision === 0n) {
        vi.setSystemTime(Date.now() + retryMs);
        link.cut();
      }
      revisions.push(revision);
    });
    expect(revisions).toEqual(Array.from({ length: 1_000 }, (_, index) => BigInt(index)));
  } finally {
    await store.dispose();
    await link.close();
  }
});
