import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { startTestServices } from '@landline/infra/testing/services';
import { expect, test } from 'vitest';
import { readLog } from './read-log.ts';

const OTHERS = 30_000;
const AT_ONCE = 500;
/** What the server says is let through piece by piece, so that passing over the others takes longer than a silence. */
const PIECE_BYTES = 16;
const EVERY_MS = 25;
const SILENCE_MS = 1_000;

/** A way to a server by which its answers trickle. */
async function trickling(port: number) {
  const server = createServer({ allowHalfOpen: false }, (near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    void (async () => {
      for await (const bytes of far as AsyncIterable<Buffer>) {
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
          near.write(bytes.subarray(at, at + PIECE_BYTES));
          await pause(EVERY_MS);
        }
      }
      near.end();
    })().catch(() => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}

test('a log in which nothing of ours stands for long is not taken for silent', async () => {
  await using cleanup = new AsyncDisposableStack();
  const services = await startTestServices();
  cleanup.defer(() => services.stop());
  const { eventStoreUrl } = services;
  const writer = EventStoreDBClient.connectionString(eventStoreUrl);
  cleanup.defer(() => writer.dispose());
  for (let n = 0; n < OTHERS; n += AT_ONCE) {
    const events = Array.from({ length: AT_ONCE }, () => jsonEvent({ type: 'OfOthers', data: {} }));
    await writer.appendToStream('of-others', events);
  }
  await writer.appendToStream('ours', jsonEvent({ type: 'Ours', data: {} }));

  const way = await trickling(Number(new URL(eventStoreUrl).port));
  cleanup.defer(() => void way.stop());
  const reader = EventStoreDBClient.connectionString(eventStoreUrl.replace(/:\d+/, `:${way.port}`));
  cleanup.defer(() => reader.dispose());
  for await (const _ of reader.readAll({ maxCount: 1 })); // who it speaks with is not what is tried here
  const types: string[] = [];
  const begun = performance.now();
  await readLog(reader, {
    after: -1n,
    types: ['Ours'],
    take: ({ type }) => types.push(type) > 0,
    signal: new AbortController().signal,
    silenceMs: SILENCE_MS,
  });
  expect(types).toEqual(['Ours']);
  expect(performance.now() - begun).toBeGreaterThan(SILENCE_MS);
});
