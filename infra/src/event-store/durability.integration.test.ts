import { setTimeout as delay } from 'node:timers/promises';
import {
  type AppendExpectedRevision,
  END,
  type EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  streamNameFilter,
} from '@eventstore/db-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, newEvent, newStream, readAllOf, watch } from '../testing/event-store-fixture.ts';
import { type IsolatedServices, startIsolatedServices } from '../testing/services.ts';
import { startEventStore } from './server.ts';

const WRITERS = 16;
const CRASHES = 3;
/** More readers than connections, so that every connection is in use when PostgreSQL fails. */
const READERS = 20;
/** Longer than PostgreSQL takes to restart on a machine that runs other tests. */
const DEADLINE_MS = 60_000;

let services: IsolatedServices;
let client: EventStoreDBClient;

beforeAll(async () => {
  services = await startIsolatedServices();
  client = connect(services.eventStoreUrl);
});

afterAll(async () => {
  await client?.dispose();
  await services?.stop();
});

interface Acknowledged {
  readonly stream: string;
  readonly id: string;
  readonly revision: bigint;
  readonly position: bigint;
}

/** Appends continuously until stopped. Retries a failed append with the same event, as a client does. */
class Writers {
  readonly acknowledged: Acknowledged[] = [];
  readonly errors: unknown[] = [];
  #stopped = false;
  readonly #writers: Promise<void>[];

  constructor(shared: string) {
    this.#writers = Array.from({ length: WRITERS }, (_, index) =>
      index % 4 === 0
        ? this.#write(shared, () => 'any')
        : this.#write(newStream(), (n) => (n === 0 ? NO_STREAM : BigInt(n - 1))),
    );
  }

  /** Resolves when `count` more appends have been acknowledged. */
  async progress(count: number): Promise<void> {
    const goal = this.acknowledged.length + count;
    while (this.acknowledged.length < goal) await delay(5);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#writers);
  }

  async #write(stream: string, expected: (number: number) => AppendExpectedRevision): Promise<void> {
    for (let number = 0; !this.#stopped; number++) {
      const event = newEvent('Written', { number });
      const result = await this.#retry(() =>
        client.appendToStream(stream, event, { expectedRevision: expected(number), deadline: DEADLINE_MS }),
      );
      this.acknowledged.push({
        stream,
        id: event.id,
        revision: result.nextExpectedRevision,
        position: result.position?.commit ?? -1n,
      });
    }
  }

  async #retry<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        this.errors.push(error);
        if ((error as { type?: string }).type === 'wrong-expected-version') throw error;
        await delay(20);
      }
    }
  }
}

/**
 * Checks that every acknowledged event is in the log exactly once, at its acknowledged position, and that
 * the log has no gaps.
 */
async function checkLog({ acknowledged }: Writers): Promise<void> {
  const log = (await readAllOf(client.readAll())).map(({ event }) => event);
  expect(log.map((event) => Number(event?.position?.commit))).toEqual([...log.keys()]);
  const byId = Map.groupBy(log, (event) => event?.id);
  for (const { stream, id, revision, position } of acknowledged) {
    const stored = byId.get(id) ?? [];
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({ streamId: stream, revision, position: { commit: position } });
  }
  const streams = Map.groupBy(log, (event) => event?.streamId);
  for (const events of streams.values()) {
    expect(events.map((event) => Number(event?.revision))).toEqual([...events.keys()]);
  }
}

describe('acknowledged appends exist exactly once', () => {
  test('after the event store was killed', async () => {
    const writers = new Writers(newStream('shared'));
    for (let crash = 0; crash < CRASHES; crash++) {
      await writers.progress(100);
      await services.eventStore.crashAndRestart();
    }
    await writers.progress(100);
    await writers.stop();
    await checkLog(writers);
  });

  test('after PostgreSQL was killed, without an error for the clients', async () => {
    const writers = new Writers(newStream('shared'));
    for (let crash = 0; crash < CRASHES; crash++) {
      await writers.progress(100);
      await services.postgres.crashAndRestart();
    }
    await writers.progress(100);
    await writers.stop();
    expect(writers.errors).toEqual([]);
    await checkLog(writers);
  });

  test('after the connections were cut', async () => {
    const admin = new pg.Client(services.postgres.url('events'));
    await admin.connect();
    const writers = new Writers(newStream('shared'));
    for (let cut = 0; cut < 5; cut++) {
      await writers.progress(50);
      await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                         WHERE application_name = 'landline event store'`);
    }
    await writers.progress(50);
    await writers.stop();
    await admin.end();
    expect(writers.errors).toEqual([]);
    await checkLog(writers);
  });
});

test('recognizes repeated events after a restart', async () => {
  const stream = newStream();
  const events = Array.from({ length: 100 }, () => newEvent());
  await client.appendToStream(stream, events);
  await services.eventStore.crashAndRestart();
  const again = connect(services.eventStoreUrl);
  for (const at of [0, 99]) {
    const result = await again.appendToStream(stream, events.slice(at, at + 1));
    expect(result).toMatchObject({ nextExpectedRevision: BigInt(at) });
  }
  await again.dispose();
});

test('does not repeat deletions after a cut connection', async () => {
  const admin = new pg.Client(services.postgres.url('events'));
  await admin.connect();
  const streams = Array.from({ length: 40 }, () => newStream('doomed'));
  await Promise.all(streams.map((stream) => client.appendToStream(stream, newEvent())));
  const removing = streams.map((stream, index) =>
    index % 2 === 0 ? client.tombstoneStream(stream) : client.deleteStream(stream),
  );
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'landline event store'`,
  );
  await Promise.all(removing);
  const log = await readAllOf(client.readAll());
  const count = (stream: string) => log.filter(({ event }) => event?.streamId === stream).length;
  for (const [index, stream] of streams.entries()) {
    expect(index % 2 === 0 ? count(stream) : count(`$$${stream}`)).toBe(index % 2 === 0 ? 2 : 1);
  }
  await admin.end();
});

test('subscriptions and reads survive a killed PostgreSQL', async () => {
  const name = newStream('survivor');
  await client.appendToStream(name, newEvent());
  await client.appendToStream(
    newStream(),
    Array.from({ length: 2_000 }, () => newEvent()),
  );
  const live = client.subscribeToStream(name);
  const all = client.subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: [name] }) });
  const [subscriber, subscriberToAll] = [watch(live), watch(all)];
  await Promise.all([subscriber, subscriberToAll].map((each) => each.until(({ caughtUp }) => caughtUp > 0)));
  const crash = services.postgres.crashAndRestart();
  const appended = client.appendToStream(name, newEvent());
  const reads = Array.from({ length: READERS }, () => readAllOf(client.readAll({ maxCount: 2_000 })));
  await Promise.all([crash, appended]);
  for (const read of reads) expect(await read).toHaveLength(2_000);
  await client.appendToStream(name, newEvent());
  await Promise.all([
    subscriber.until(({ events }) => events.length === 3),
    subscriberToAll.until(({ events }) => events.length === 2),
  ]);
  expect(subscriber.events.map(({ revision }) => Number(revision))).toEqual([0, 1, 2]);
  expect(subscriberToAll.events.map(({ revision }) => Number(revision))).toEqual([1, 2]);
  await Promise.all([live.unsubscribe(), all.unsubscribe()]);
});

test('a second event store on the same database waits for the first to exit', async () => {
  const databaseUrl = await services.postgres.database('contested');
  const first = await startEventStore({ databaseUrl });
  let hasSecondWriter = false;
  const waiting = startEventStore({ databaseUrl }).then((second) => {
    hasSecondWriter = true;
    return second;
  });
  const stream = newStream();
  const before = connect(first.url);
  for (let number = 0; number < 20; number++) await before.appendToStream(stream, newEvent());
  expect(hasSecondWriter).toBe(false);
  await before.dispose();
  await first.close();
  const second = await waiting;
  const after = connect(second.url);
  expect(await after.appendToStream(stream, newEvent(), { expectedRevision: 19n })).toMatchObject({
    success: true,
  });
  await after.dispose();
  await second.close();
});

test('PostgreSQL runs with every setting that durability depends on', async () => {
  const session = new pg.Client(services.postgres.url('events'));
  await session.connect();
  const { rows } = await session.query(
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name`,
  );
  await session.end();
  expect(rows).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
});

test('stores an append of 5,000 events', async () => {
  const stream = newStream();
  const events = Array.from({ length: 5_000 }, (_, index) => jsonEvent({ type: 'Many', data: { index } }));
  const result = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
  expect(result.nextExpectedRevision).toBe(4_999n);
});
