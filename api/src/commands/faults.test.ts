import { randomUUID } from 'node:crypto';
import { type DomainEvent, SYSTEM } from '@landline/event-schemas';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type Connections, connect } from '../process.ts';
import type { Decider } from './decider.ts';
import { connectEventStore } from './event-store.ts';

let services: TestServices;
let deps: Connections;
beforeAll(async () => {
  services = await startTestServices();
  const config = readConfig({
    DATABASE_URL: services.databaseUrl,
    EVENTSTORE_URL: services.eventStoreUrl,
    JWT_SECRET: 'a secret that only tests know, and long enough',
    NODE_ENV: 'test',
  });
  deps = await connect(config, pino({ level: 'silent' }), new AbortController().signal);
});
afterAll(async () => {
  await deps?.close();
  await services?.stop();
});

/** Keeps a list: each command adds its item, wherever the list stands. */
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
    await deps.eventStore.read(stream, (event) => {
      items.push((event.data as { reason: string }).reason);
    });
  }
  return items;
}

test.for(['the event store', 'Postgres'])(
  '%s is killed while commands flow: what was acknowledged is there, once, and commands go on',
  { timeout: 60_000 },
  async (victim) => {
    const streams = Array.from({ length: 4 }, () => `test-${randomUUID()}`);
    const acknowledged: string[] = [];
    let sent = 0;
    let isOver = false;
    const flows = streams.map(async (stream) => {
      while (!isOver) {
        const item = `${sent++}`;
        const once = { idempotencyKey: item, route: 'test', fingerprint: item };
        const origin = { actor: SYSTEM, correlationId: item, ...once };
        // What is refused is tried again under its key, as a client would.
        for (let done = false; !done && !isOver; ) {
          done = await deps.commands.execute(list, { stream, command: { item }, ...origin }).then(
            () => true,
            () => false,
          );
          if (done) acknowledged.push(item);
        }
      }
    });
    const reach = async (count: number) => {
      while (acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await reach(50);
    await (victim === 'Postgres' ? services.postgres.crash() : services.eventStore.crash());
    await reach(acknowledged.length + 50);
    isOver = true;
    await Promise.all(flows);

    const items = await itemsOf(streams);
    expect(new Set(items).size).toBe(items.length);
    expect(items).toEqual(expect.arrayContaining(acknowledged));
  },
);

test('an event store that stays away is reported within the patience that was asked for', async () => {
  const nobody = connectEventStore('esdb://127.0.0.1:9?tls=false', pino({ level: 'silent' }), 500);
  await expect(nobody.head()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
  const append = nobody.append('test-1', [{ id: randomUUID(), type: 'X', data: {}, metadata: {} }], 'any');
  await expect(append).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(nobody.read('test-1', () => undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await nobody.dispose();
});
