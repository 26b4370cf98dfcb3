import { randomUUID } from 'node:crypto';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';

/** What the load process can be asked to do. Each answers with the operations per second that it reached. */
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
const emmetts = new Map<string, ReturnType<typeof getPostgreSQLEventStore>>();

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
      return appends(task, async (stream, number) => {
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
      return appends(task, async (stream, number) => {
        const event = { type: 'PropertyClassified', data: data(number), metadata: metadata(number) };
        await store.appendToStream(stream, [event], { expectedStreamVersion: BigInt(number) });
      });
    }
    case 'read-all':
      return readAll(clientOf(task.url), task.count);
  }
}

/** Every worker appends to a stream of its own, one event after the other, each at its exact revision. */
async function appends(
  { inFlight, count }: { readonly inFlight: number; readonly count: number },
  append: (stream: string, number: number) => Promise<void>,
): Promise<number> {
  const each = Math.ceil(count / inFlight);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      const stream = `judgement-${randomUUID()}`;
      for (let number = 0; number < each; number++) await append(stream, number);
    }),
  );
  return (each * inFlight) / ((performance.now() - started) / 1_000);
}

async function readAll(client: EventStoreDBClient, count: number): Promise<number> {
  const started = performance.now();
  let seen = 0;
  for await (const { event } of client.readAll({ maxCount: count })) if (event !== undefined) seen++;
  if (seen !== count) throw new Error(`${seen} events instead of ${count}`);
  return seen / ((performance.now() - started) / 1_000);
}

function clientOf(url: string): EventStoreDBClient {
  const client = clients.get(url) ?? EventStoreDBClient.connectionString(url);
  clients.set(url, client);
  return client;
}

function emmettOf(url: string): ReturnType<typeof getPostgreSQLEventStore> {
  const store = emmetts.get(url) ?? getPostgreSQLEventStore(url);
  emmetts.set(url, store);
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
