import { EventEmitter, once } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import { Server, ServerCredentials, type ServerWritableStream } from '@grpc/grpc-js';
import { readMessages } from '@landline/runtime/event-store/read-messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamsDefinition } from './streams-service.ts';

let server: Server;
let client: EventStoreDBClient;
const cancellations = new EventEmitter();

beforeAll(async () => {
  server = new Server();
  const read = { ...streamsDefinition.read, responseSerialize: (message: Buffer) => message };
  server.addService(
    { read },
    {
      read(call: ServerWritableStream<unknown, Buffer>) {
        call.once('cancelled', () => cancellations.emit('cancelled'));
        call.write(Buffer.from('a message of a read that never ends'));
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  client = EventStoreDBClient.connectionString`esdb://127.0.0.1:${port}?tls=false`;
});
afterAll(async () => {
  await client?.dispose();
  server?.forceShutdown();
});

test('a reader of messages that stops early cancels its call', async () => {
  const cancelled = once(cancellations, 'cancelled');
  for await (const message of await readMessages(client, 0)) {
    expect(message.toString()).toBe('a message of a read that never ends');
    break;
  }
  await cancelled;
});

test('a stream of messages that is destroyed before it is read cancels its call', async () => {
  const cancelled = once(cancellations, 'cancelled');
  (await readMessages(client, 0)).destroy();
  await cancelled;
});
