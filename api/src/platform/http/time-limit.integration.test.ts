import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SIGN_IN_TIME_MS } from '../../identity/sessions/constants.ts';
import { startTestApi } from '../../testing/api.ts';
import { route } from './route.ts';

const LIMIT_MS = 300;
let signal: AbortSignal | undefined;
const routes = () => [
  route.post('/api/test/json', {
    may: 'anyone',
    timeLimitMs: LIMIT_MS,
    body: z.object({ hang: z.boolean() }),
    response: z.object({}),
    handle(request) {
      signal = request.signal;
      return request.body.hang ? new Promise<never>(() => undefined) : {};
    },
  }),
  route.post('/api/test/upload', {
    may: 'anyone',
    upload: { maxBytes: 1_000_000, maxPauseMs: LIMIT_MS },
    response: z.object({ bytes: z.int() }),
    async handle({ upload }) {
      let bytes = 0;
      for await (const chunk of upload()) bytes += (chunk as Buffer).length;
      return { bytes };
    },
  }),
];

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi({ routes });
});
afterAll(() => api?.stopAll());

/** Sends the head of a request and the pieces of its body, then waits for the response. */
async function send(path: string, type: string, length: number, pieces: AsyncIterable<string>) {
  const { hostname, port, host } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [`Content-Type: ${type}`, `Content-Length: ${length}`, 'Connection: close'];
  socket.write([`POST ${path} HTTP/1.1`, `Host: ${host}`, ...head, '', ''].join('\r\n'));
  const response = text(socket);
  for await (const piece of pieces) socket.write(piece);
  return response;
}

test('returns 503 for a request whose handler takes too long, and aborts its signal', async () => {
  const response = await api.call('POST', '/api/test/json', { body: { hang: true } });
  expect(response).toMatchObject({ status: 503, body: { code: 'TIMEOUT' } });
  expect(signal?.aborted).toBe(true);
  expect((await api.call('POST', '/api/test/json', { body: { hang: false } })).status).toBe(200);
  expect(signal?.aborted).toBe(false);
});

test('returns 408 for a body that does not arrive in time', async () => {
  async function* half() {
    yield '{"hang":';
  }
  expect(await send('/api/test/json', 'application/json', 14, half())).toMatch(/^HTTP\/1\.1 408 /);
});

test('allows a slow upload and returns 408 for one that stalls', async () => {
  async function* slow() {
    for (let piece = 0; piece < 10; piece++) {
      yield 'x'.repeat(10);
      await pause(LIMIT_MS / 4);
    }
  }
  expect(await send('/api/test/upload', 'text/csv', 100, slow())).toMatch(
    /^HTTP\/1\.1 200 [\s\S]*"bytes":100/,
  );
  async function* stopping() {
    yield 'x'.repeat(10);
  }
  expect(await send('/api/test/upload', 'text/csv', 100, stopping())).toMatch(/^HTTP\/1\.1 408 /);
});

test('uses the sign-in time limit only for login and refresh routes', () => {
  const paths = api.routes.flatMap(({ path, timeLimitMs }) =>
    timeLimitMs === SIGN_IN_TIME_MS ? [path] : [],
  );
  expect(paths.sort()).toEqual(['/api/ai/client-auth/login', '/api/auth/login', '/api/auth/refresh-token']);
});
