import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './errors.ts';
import { onSessionEnd, request } from './request.ts';

type QueuedResponse = { status: number; body?: unknown; text?: string; headers?: Record<string, string> };
type ReceivedRequest = { method: string; path: string; headers: IncomingMessage['headers'] };

const realFetch = globalThis.fetch;
let server: Server;
let received: ReceivedRequest[];
let responses: Record<string, QueuedResponse[]>;

/** Queues the server's responses to a path; the last one repeats. */
const respondWith = (path: string, ...list: QueuedResponse[]) => {
  responses[path] = list;
};
const callsOf = (path: string) => received.filter((call) => call.path === path);

beforeEach(async () => {
  received = [];
  responses = {};
  server = createServer((message, response) => {
    const path = message.url ?? '';
    received.push({ method: message.method ?? '', path, headers: message.headers });
    const list = responses[path] ?? [{ status: 404 }];
    const next = list.length > 1 ? list.shift() : list[0];
    response.writeHead(next?.status ?? 404, { 'content-type': 'application/json', ...next?.headers });
    response.end(next?.text ?? (next?.body === undefined ? '' : JSON.stringify(next.body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Resolves paths as a browser would against the page.
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => realFetch(new URL(path, origin), init));
});

afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('retries a rejected call once after refreshing the session', async () => {
  respondWith('/api/geo/datasets', { status: 401 }, { status: 200, body: { success: true } });
  respondWith('/api/auth/refresh-token', { status: 200, body: {} });
  await expect(request('/api/geo/datasets')).resolves.toEqual({ success: true });
  expect(callsOf('/api/auth/refresh-token')).toHaveLength(1);
  expect(callsOf('/api/geo/datasets')).toHaveLength(2);
});

test('shares one refresh among calls that are rejected at the same time', async () => {
  respondWith('/api/one', { status: 401 }, { status: 200, body: 1 });
  respondWith('/api/two', { status: 401 }, { status: 200, body: 2 });
  respondWith('/api/auth/refresh-token', { status: 200, body: {} });
  await expect(Promise.all([request('/api/one'), request('/api/two')])).resolves.toEqual([1, 2]);
  expect(callsOf('/api/auth/refresh-token')).toHaveLength(1);
});

test('resends without a refresh if another tab already renewed the session', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  respondWith('/api/geo/datasets', { status: 401 }, { status: 200, body: 1 });
  respondWith('/api/auth/refresh-token', { status: 200, body: {} });
  stored.set('landline.session-renewed', String(Date.now() + 60_000));
  await expect(request('/api/geo/datasets')).resolves.toBe(1);
  expect(callsOf('/api/auth/refresh-token')).toHaveLength(0);
  stored.set('landline.session-renewed', String(Date.now() - 60_000));
  respondWith('/api/geo/datasets', { status: 401 }, { status: 200, body: 2 });
  await expect(request('/api/geo/datasets')).resolves.toBe(2);
  expect(callsOf('/api/auth/refresh-token')).toHaveLength(1);
});

test('delays the refresh while another tab changes the cookies', async () => {
  respondWith('/api/geo/datasets', { status: 401 }, { status: 200, body: 1 });
  respondWith('/api/auth/refresh-token', { status: 200, body: {} });
  const { promise: signedIn, resolve: signIn } = Promise.withResolvers<void>();
  let waited = () => {};
  const waiting = new Promise<void>((resolve) => {
    waited = resolve;
  });
  vi.stubGlobal('navigator', {
    locks: {
      request: async (_name: string, act: () => Promise<unknown>) => {
        waited();
        await signedIn;
        return act();
      },
    },
  });
  const call = request('/api/geo/datasets');
  await waiting;
  expect(callsOf('/api/auth/refresh-token')).toHaveLength(0);
  signIn();
  expect(await call).toBe(1);
  expect(callsOf('/api/auth/refresh-token')).toHaveLength(1);
});

test('sends a change of the acting user after requests in flight and before later ones', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const fetchOnServer = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/api/before') await released;
    return fetchOnServer(path, init);
  });
  for (const path of ['/api/before', '/api/change', '/api/after', '/api/dropped'])
    respondWith(path, { status: 200 });
  const controller = new AbortController();
  const before = request('/api/before');
  const change = request('/api/change', { method: 'POST', changesUser: true }).then(() => controller.abort());
  const dropped = request('/api/dropped', { signal: controller.signal });
  const after = request('/api/after');
  release();
  await Promise.all([before, change, after, expect(dropped).rejects.toMatchObject({ name: 'AbortError' })]);
  expect(received.map(({ path }) => path)).toEqual(['/api/before', '/api/change', '/api/after']);
});

test('ends the session only after a failed refresh', async () => {
  const onEnd = vi.fn();
  const stop = onSessionEnd(onEnd);
  respondWith('/api/forbidden', { status: 403, body: { message: 'Not yours', code: 'FORBIDDEN' } });
  respondWith('/api/auth/refresh-token', { status: 200, body: {} }, { status: 401 });
  await expect(request('/api/forbidden')).rejects.toMatchObject({ status: 403, message: 'Not yours' });
  expect(onEnd).not.toHaveBeenCalled();
  await expect(request('/api/forbidden')).rejects.toMatchObject({ status: 403 });
  expect(onEnd).toHaveBeenCalledTimes(1);
  stop();
});

test('does not refresh after a rejected sign-in', async () => {
  respondWith('/api/auth/login', { status: 401, body: { message: 'Invalid credentials' } });
  await expect(request('/api/auth/login', { method: 'POST', body: {} })).rejects.toBeInstanceOf(ApiError);
  expect(callsOf('/api/auth/refresh-token')).toHaveLength(0);
});

test.each([
  '/api/ai/client-auth/login',
  '/api/ai/client-auth/forgot-password',
  '/api/ai/client-auth/reset-password',
  '/api/ai/client-auth/validate-reset-token/abc',
  '/api/client-admin/validate-setup-token/abc',
  '/api/client-admin/complete-setup',
  '/api/forgot-password',
])('does not refresh the session after a rejected call of %s', async (path) => {
  respondWith(path, { status: 403 });
  await expect(request(path, { method: 'POST', body: {} })).rejects.toMatchObject({ status: 403 });
  expect(callsOf('/api/auth/refresh-token')).toHaveLength(0);
});

test.each(['/api/ai/client-auth/verify', '/api/ai/client-auth/profile/name', '/api/auth/verify'])(
  'refreshes the session after a rejected call of %s',
  async (path) => {
    respondWith(path, { status: 401 }, { status: 200, body: {} });
    respondWith('/api/auth/refresh-token', { status: 200, body: {} });
    await request(path);
    expect(callsOf('/api/auth/refresh-token')).toHaveLength(1);
  },
);

test('keeps the session if the refresh fails with a server error', async () => {
  const onEnd = vi.fn();
  const stop = onSessionEnd(onEnd);
  respondWith('/api/geo/datasets', { status: 401 });
  respondWith('/api/auth/refresh-token', { status: 503 });
  await expect(request('/api/geo/datasets')).rejects.toMatchObject({ status: 503 });
  expect(onEnd).not.toHaveBeenCalled();
  stop();
});

test('keeps the idempotency key on retry and uses a new one per command', async () => {
  respondWith('/api/classify', { status: 401 }, { status: 200, body: {} });
  respondWith('/api/auth/refresh-token', { status: 200, body: {} });
  await request('/api/classify', { method: 'POST', body: {} });
  await request('/api/classify', { method: 'POST', body: {} });
  const [first, retried, next] = callsOf('/api/classify').map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(retried).toBe(first);
  expect(next).not.toBe(first);
});

test("sends the last command's position with later queries", async () => {
  const position = '0b9e6a0e-5a0c-4d6a-9a59-5a6d2f0f6a11:42';
  respondWith('/api/classify', { status: 200, body: {}, headers: { 'X-Event-Position': position } });
  respondWith('/api/geo/candidates', { status: 200, body: {} });
  await request('/api/classify', { method: 'POST', body: {} });
  await request('/api/geo/candidates');
  expect(callsOf('/api/geo/candidates')[0]?.headers['x-min-position']).toBe(position);
});

test("uses the server's error text or, without one, our own text for the status", async () => {
  respondWith('/api/ruled', {
    status: 422,
    body: { error: 'E', message: 'That breaks a rule', code: 'RULE', details: [1] },
  });
  respondWith('/api/bare', { status: 500 });
  respondWith('/api/odd', { status: 418 });
  respondWith('/api/closed', { status: 403 });
  respondWith('/api/auth/refresh-token', { status: 200, body: {} });
  await expect(request('/api/closed')).rejects.toMatchObject({
    message: 'You do not have permission to perform this action.',
  });
  await expect(request('/api/ruled')).rejects.toMatchObject({
    status: 422,
    message: 'That breaks a rule',
    code: 'RULE',
    details: [1],
  });
  await expect(request('/api/bare')).rejects.toMatchObject({
    message: 'Server error. Please try again later.',
  });
  await expect(request('/api/odd')).rejects.toMatchObject({
    message: 'An unexpected error occurred. Please try again.',
  });
});

test('reports unreadable responses', async () => {
  respondWith('/api/page', { status: 200, text: '<!doctype html>' });
  await expect(request('/api/page')).rejects.toMatchObject({
    message: 'An error occurred while fetching data',
  });
  await expect(request('/api/page', { method: 'POST', body: {} })).rejects.toMatchObject({
    message: 'An error occurred during the operation',
  });
});

test('reports network failures', async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(request('/api/geo/datasets')).rejects.toMatchObject({
    status: 0,
    message: 'Network error. Please check your connection.',
  });
});
