import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApi } from '../../testing/api.ts';
import { route } from './route.ts';

const LIMIT = 1_000;
const routes = () => [
  route.post('/api/test/upload', {
    may: 'anyone',
    upload: { maxBytes: LIMIT },
    response: z.object({ bytes: z.int() }),
    async handle({ upload }) {
      let bytes = 0;
      for await (const chunk of upload()) bytes += (chunk as Buffer).length;
      return { bytes };
    },
  }),
  route.post('/api/test/json', {
    may: 'anyone',
    body: z.object({ text: z.string() }),
    response: z.object({}),
    handle: () => ({}),
  }),
];

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi({ routes });
});
afterAll(() => api?.stopAll());

const BODY = Buffer.alloc(30_000_000, 'x');
const PIECE = 64 * 1024;

/** Sends a request, reads nothing until all of its body is sent, and returns the response. */
async function sendAll(path: string, headers: readonly string[], frame: (piece: Buffer) => Buffer[]) {
  const { hostname, port, host } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.pause();
  socket.write([`POST ${path} HTTP/1.1`, `Host: ${host}`, ...headers, '', ''].join('\r\n'));
  for (let at = 0; at < BODY.length; at += PIECE) {
    for (const each of frame(BODY.subarray(at, at + PIECE)))
      if (!socket.write(each)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    if (socket.destroyed) throw new Error(`The connection was closed after ${at} bytes`);
    await delay(0);
  }
  socket.end(frame(Buffer.alloc(0)).at(-1) ?? '');
  return text(socket);
}

const plain = (piece: Buffer) => [piece];
const chunked = (piece: Buffer) => [
  Buffer.from(`${piece.length.toString(16)}\r\n`),
  piece,
  Buffer.from('\r\n'),
];

test.each([
  ['/api/test/upload', 'with a length', [`Content-Length: ${BODY.length}`, 'Content-Type: text/csv'], plain],
  ['/api/test/upload', 'in chunks', ['Transfer-Encoding: chunked', 'Content-Type: text/csv'], chunked],
  [
    '/api/test/json',
    'with a length',
    [`Content-Length: ${BODY.length}`, 'Content-Type: application/json'],
    plain,
  ],
  ['/api/test/json', 'in chunks', ['Transfer-Encoding: chunked', 'Content-Type: application/json'], chunked],
] as const)('returns 413 for an oversized body to %s %s', async (path, _, headers, frame) => {
  expect(await sendAll(path, headers, frame)).toMatch(/^HTTP\/1\.1 413 /);
});
