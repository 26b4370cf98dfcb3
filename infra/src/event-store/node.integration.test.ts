import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import {
  type EventStoreDBClient as Client,
  EventStoreDBClient,
  jsonEvent,
  persistentSubscriptionToStreamSettingsFromDefaults,
} from '@eventstore/db-client';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { credentials } from '@grpc/grpc-js';
import { eventually } from '@landline/api/testing/api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  connect,
  errorOf,
  newEvent,
  newStream,
  readAllOf,
  revisionsOf,
} from '../testing/event-store-fixture.ts';
import { type IsolatedServices, startIsolatedServices } from '../testing/services.ts';

let services: IsolatedServices;
let client: Client;

beforeAll(async () => {
  services = await startIsolatedServices();
  client = connect(services.eventStoreUrl);
});

afterAll(async () => {
  await client?.dispose();
  await services?.stop();
});

const address = () => `127.0.0.1:${services.eventStore.port}`;

describe('a client', () => {
  test.each([
    ['by gossip', () => `esdb+discover://127.0.0.1:${services.eventStore.port}?tls=false`],
    [
      'among several',
      () => `esdb://127.0.0.1:1,127.0.0.1:${services.eventStore.port}?tls=false&nodePreference=leader`,
    ],
    ['with credentials', () => `esdb://admin:changeit@127.0.0.1:${services.eventStore.port}?tls=false`],
    [
      'with keep-alive pings',
      () =>
        `esdb://127.0.0.1:${services.eventStore.port}?tls=false&keepAliveInterval=10000&keepAliveTimeout=10000`,
    ],
  ])('discovers its node %s', async (_, url) => {
    const other = EventStoreDBClient.connectionString(url());
    const stream = newStream();
    await other.appendToStream(stream, newEvent(), { requiresLeader: true });
    expect(await revisionsOf(other, stream)).toEqual([0]);
    await other.dispose();
  });

  test('discovers the features of its node', async () => {
    const raw = new featuresGrpc.ServerFeaturesClient(address(), credentials.createInsecure());
    const supported = await new Promise<SupportedMethods>((resolve, reject) =>
      raw.getSupportedMethods(new sharedPb.Empty(), (error, value) =>
        error ? reject(error) : resolve(value),
      ),
    );
    raw.close();
    expect(supported.getEventStoreServerVersion()).toBe('23.10.0.0');
    const methods = supported
      .getMethodsList()
      .map((method) => `${method.getServiceName()}/${method.getMethodName()}`);
    expect(methods).toContain('event_store.client.streams.streams/batchappend');
  });

  test('cannot connect through another network interface', async () => {
    const other = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal);
    if (other === undefined) return;
    const { port } = services.eventStore;
    const outside = EventStoreDBClient.connectionString(`esdb://${other.address}:${port}?tls=false`);
    expect(await errorOf(outside.appendToStream(newStream(), newEvent()))).toMatchObject({ code: 14 });
    await outside.dispose();
  });
});

test("keeps PostgreSQL's error details out of the log", async () => {
  const admin = new pg.Client(services.postgres.url('events'));
  await admin.connect();
  await admin.query(`ALTER TABLE event_store.event ADD CONSTRAINT harmless CHECK (type <> 'Harmful')`);
  const stream = newStream('secret');
  await errorOf(client.appendToStream(stream, newEvent('Harmful')));
  const { eventStore } = services;
  await eventually('it is logged', async () => eventStore.output.includes('eventstore.write_failed'));
  expect(eventStore.output).toContain('violates check constraint');
  expect(eventStore.output).not.toContain(stream);
  await admin.query('ALTER TABLE event_store.event DROP CONSTRAINT harmless');
  await admin.end();
});

test('rejects calls to unsupported services with a clear error', async () => {
  const stream = newStream();
  const settings = persistentSubscriptionToStreamSettingsFromDefaults();
  const attempts = [
    () => client.createPersistentSubscriptionToStream(stream, 'group', settings),
    () => readAllOf(client.subscribeToPersistentSubscriptionToStream(stream, 'group')),
    () => client.createProjection('projection', 'fromAll()'),
    () => client.restartSubsystem(),
    () => readAllOf(client.readStream(stream, { resolveLinkTos: true })),
    () => readAllOf(client.readAll({ resolveLinkTos: true, maxCount: 1 })),
    () => readAllOf(client.subscribeToStream(stream, { resolveLinkTos: true })),
    () => readAllOf(client.subscribeToAll({ resolveLinkTos: true })),
  ];
  for (const attempt of attempts) {
    const error = await errorOf(attempt());
    expect(JSON.stringify(error)).toMatch(/UNIMPLEMENTED|not part of this server|requires server version/);
  }
});

describe('deadlines', () => {
  let lock: pg.Client;

  beforeAll(async () => {
    lock = new pg.Client(services.postgres.url('events'));
    await lock.connect();
  });

  afterAll(async () => {
    await lock.end();
  });

  test.each([
    ['a batch', [newEvent(), newEvent()], {}],
    // One event, because a deadline that passes while the client sends several ends the call after some of them.
    ['a single append', [newEvent()], { credentials: { username: 'admin', password: 'changeit' } }],
  ])('end the wait for %s, which can be repeated', async (_, events, call) => {
    const stream = newStream();
    await lock.query('BEGIN; LOCK TABLE event_store.event IN EXCLUSIVE MODE');
    const [stuck, behind] = await Promise.all([
      errorOf(client.appendToStream(stream, events, { ...call, deadline: 200 })),
      errorOf(client.appendToStream(newStream(), newEvent(), { ...call, deadline: 200 })),
    ]);
    expect(stuck).toMatchObject({ type: 'deadline-exceeded' });
    expect(behind).toMatchObject({ type: 'deadline-exceeded' });
    await lock.query('COMMIT');
    expect(await client.appendToStream(stream, events, call)).toMatchObject({
      nextExpectedRevision: BigInt(events.length - 1),
    });
    expect(await revisionsOf(client, stream)).toEqual([...events.keys()]);
  });
});

describe('memory', () => {
  const residentBytes = async () => {
    const status = await readFile(`/proc/${services.eventStore.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
  };

  test.runIf(process.platform === 'linux')('stays bounded with subscribers that do not read', async () => {
    const stream = newStream('heavy');
    const stalled = Array.from({ length: 10 }, () => connect(services.eventStoreUrl)).map((each, index) => {
      const subscription =
        index % 2 === 0
          ? each.subscribeToAll({}, { highWaterMark: 1 })
          : each.subscribeToStream(stream, {}, { highWaterMark: 1 });
      return {
        each,
        subscription,
        confirmed: new Promise((resolve) => subscription.once('confirmation', resolve)),
      };
    });
    await Promise.all(stalled.map(({ confirmed }) => confirmed));
    const before = await residentBytes();
    const pad = 'x'.repeat(100_000);
    for (let round = 0; round < 20; round++) {
      await Promise.all(
        Array.from({ length: 5 }, () =>
          client.appendToStream(
            stream,
            Array.from({ length: 8 }, () => jsonEvent({ type: 'Heavy', data: { pad } })),
          ),
        ),
      );
    }
    // 80 MB were sent; buffering all of it would exceed this.
    expect(await residentBytes()).toBeLessThan(before + 250_000_000);
    await Promise.all(stalled.map(({ each }) => each.dispose()));
  });
});
