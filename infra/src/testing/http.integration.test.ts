import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { signInTo } from './http.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Starts a server that issues numbered tokens and records those that it receives. */
async function startServer() {
  const server = createServer((request, response) => {
    if (request.url !== '/api/auth/login') stats.sent.push(request.headers.authorization);
    else if (stats.isRejecting) return response.writeHead(401).end('{}');
    else stats.signIns++;
    response.end(JSON.stringify({ token: `token ${stats.signIns}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stats = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signIns: 0,
    isRejecting: false,
    sent: [] as (string | undefined)[],
  };
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return stats;
}

const CREDENTIALS = { email: 'a@example.com', password: 'p' };

test('renews the token before it expires, once for concurrent calls', async () => {
  const server = await startServer();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
  const caller = await signInTo(server.url, CREDENTIALS);
  await caller.command('POST', '/', {}, 'first');
  clock.mockReturnValue(30 * 60_000);
  await Promise.all([caller.command('POST', '/', {}, 'second'), caller.get('/')]);
  expect(server.sent).toEqual(['Bearer token 1', 'Bearer token 2', 'Bearer token 2']);
  expect(server.signIns).toBe(2);
});

test('signs in again after a rejected sign-in', async () => {
  const server = await startServer();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
  const caller = await signInTo(server.url, CREDENTIALS);
  clock.mockReturnValue(30 * 60_000);
  server.isRejecting = true;
  await expect(caller.get('/')).rejects.toThrow('Sign-in returned 401');
  server.isRejecting = false;
  await caller.get('/');
  expect(server.sent).toEqual(['Bearer token 2']);
});
