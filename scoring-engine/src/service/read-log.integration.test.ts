import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { startTestServices } from '@landline/infra/testing/services';
import { expect, test } from 'vitest';
import { readLog } from './read-log.ts';

const UNRELATED_EVENTS = 30_000;
const BATCH_SIZE = 500;
/** The proxy is so slow that skipping the unrelated events takes longer than `SILENCE_MS`. */
const PIECE_BYTES = 16;
const PIECE_INTERVAL_MS = 25;
const SILENCE_MS = 1_000;

/** Starts a proxy that forwards the server's responses in small pieces. */
async function startSlowProxy(port: number) {
  const server = createServer({ allowHalfOpen: false }, (client) => {
    const upstream = connect(port, '127.0.0.1');
    client.pipe(upstream);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    void (async () => {
      for await (const bytes of upstream as AsyncIterable<Buffer>) {
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
          client.write(bytes.subarray(at, at + PIECE_BYTES));
          await pause(PIECE_INTERVAL_MS);
        }
      }
      client.end();
    })().catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}

test('tolerates long stretches without matching events', async () => {
  await using cleanup = new AsyncDisposableStack();
  const services = await startTestServices();
  cleanup.defer(() => services.stop());
  const { eventStoreUrl } = services;
  const writer = EventStoreDBClient.connectionString(eventStoreUrl);
  cleanup.defer(() => writer.dispose());
  for (let n = 0; n < UNRELATED_EVENTS; n += BATCH_SIZE) {
    const events = Array.from({ length: BATCH_SIZE }, () => jsonEvent({ type: 'Unrelated', data: {} }));
    await writer.appendToStream('unrelated', events);
  }
  await writer.appendToStream('related', jsonEvent({ type: 'Related', data: {} }));

  const proxy = await startSlowProxy(Number(new URL(eventStoreUrl).port));
  cleanup.defer(() => void proxy.stop());
  const reader = EventStoreDBClient.connectionString(eventStoreUrl.replace(/:\d+/, `:${proxy.port}`));
  cleanup.defer(() => reader.dispose());
  for await (const _ of reader.readAll({ maxCount: 1 })); // connects before the time is measured
  const types: string[] = [];
  const startedAt = performance.now();
  await readLog(reader, {
    after: -1n,
    types: ['Related'],
    onEvent: ({ type }) => types.push(type) > 0,
    signal: new AbortController().signal,
    silenceMs: SILENCE_MS,
  });
  expect(types).toEqual(['Related']);
  expect(performance.now() - startedAt).toBeGreaterThan(SILENCE_MS);
});
