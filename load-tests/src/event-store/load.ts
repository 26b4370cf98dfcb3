import { randomUUID } from 'node:crypto';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';

/** Task for the load process, which replies with the operations per second that it reached. */
export type Task =
  | { readonly kind: 'append'; readonly url: string; readonly inFlight: number; readonly count: number }
  | { readonly kind: 'read-all'; readonly url: string; readonly count: number }
  | {
      readonly kind: 'emmett-append';
      readonly url: string;
      readonly inFlight: number;
      readonly count: number;
    };

const clients = new Map<string, EventStoreDBClient>();
const emmettStores = new Map<string, ReturnType<typeof getPostgreSQLEventStore>>();

process.on('message', (task: Task) => {
  run(task).then(
    (perSecond) => process.send?.({ perSecond }),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  );
});
process.once('disconnect', () => process.exit());

async function run(task: Task): Promise<number> {
  switch (task.kind) {
    case 'append': {
      const client = clientOf(task.url);
      return measureAppends(task, async (stream, number) => {
        const event = jsonEvent({
          type: 'PropertyClassified',
          data: data(number),
          metadata: metadata(number),
        });
        const expectedRevision = number === 0 ? NO_STREAM : BigInt(number - 1);
        await client.appendToStream(stream, event, { expectedRevision });
      });
    }
    case 'emmett-append': {
      const store = emmettOf(task.url);
      return measureAppends(task, async (stream, number) => {
        const event = { type: 'PropertyClassified', data: data(number), metadata: metadata(number) };
        await store.appendToStream(stream, [event], { expectedStreamVersion: BigInt(number) });
      });
    }
    case 'read-all':
      return readAll(clientOf(task.url), task.count);
  }
}

/**
 * Returns the appends per second of `inFlight` concurrent workers. Each worker appends single events to its own
 * stream and passes the exact expected revision.
 */
async function measureAppends(
  { inFlight, count }: { readonly inFlight: number; readonly count: number },
  append: (stream: string, number: number) => Promise<void>,
): Promise<number> {
  const eventsPerWorker = Math.ceil(count / inFlight);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      const stream = `classification-${randomUUID()}`;
      for (let number = 0; number < eventsPerWorker; number++) await append(stream, number);
    }),
  );
  return (eventsPerWorker * inFlight) / ((performance.now() - startedAt) / 1_000);
}

async function readAll(client: EventStoreDBClient, count: number): Promise<number> {
  const startedAt = performance.now();
  let eventCount = 0;
  for await (const { event } of client.readAll({ maxCount: count })) if (event !== undefined) eventCount++;
  if (eventCount !== count) throw new Error(`Read ${eventCount} events instead of ${count}`);
  return eventCount / ((performance.now() - startedAt) / 1_000);
}

function clientOf(url: string): EventStoreDBClient {
  const client = clients.get(url) ?? EventStoreDBClient.connectionString(url);
  clients.set(url, client);
  return client;
}

function emmettOf(url: string): ReturnType<typeof getPostgreSQLEventStore> {
  const store = emmettStores.get(url) ?? getPostgreSQLEventStore(url);
  emmettStores.set(url, store);
  return store;
}

function data(number: number) {
  return {
    candidateId: `lebanon-${number}`,
    apn: `104-${number}-0000`,
    classification: number % 3 === 0 ? 'bad' : 'good',
    factors: ['slope', 'frontage', 'existing structure'],
    reason: 'The lot falls away behind the house, and the drive leaves no room for a second one.',
  };
}

function metadata(number: number) {
  return {
    actor: { id: 'staff-7', role: 'SuperAdmin' },
    correlationId: `correlation-${number}`,
    causationId: `causation-${number}`,
    schemaVersion: 1,
  };
}
