import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { sendRawRequest } from '../../testing/send-raw-request.ts';
import { testRoutes } from '../../testing/test-routes.ts';
import { errorResponse } from './errors.ts';
import { MAX_JSON_BYTES } from './request-body.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let token: string;
beforeAll(async () => {
  api = await startTestApi({ routes: testRoutes });
  ({ token } = await api.signIn('Admin'));
});
afterAll(() => api?.stopAll());

const newNote = (body: unknown, headers: Record<string, string> = {}, stream: string = randomUUID()) =>
  api.call('POST', `/api/test/notes/${stream}`, { token, body, headers });

describe('a malformed body', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/api/test/notes/${randomUUID()}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      body,
    });

  test.each([
    ['a lone surrogate', '{"text":"b\\ud800y"}', {}],
    ['a NUL character', '{"text":"b\\u0000y"}', {}],
    ['8,000 levels', `{"text":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, {}],
    ['a gzip encoding that it does not have', '{"text":"hello"}', { 'Content-Encoding': 'gzip' }],
    ['a deflate encoding that it does not have', '{"text":"hello"}', { 'Content-Encoding': 'deflate' }],
    ['a Brotli encoding that it does not have', '{"text":"hello"}', { 'Content-Encoding': 'br' }],
  ])('with %s is rejected with 400', async (_name, body, headers) => {
    const response = await post(body, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'MALFORMED' });
  });
});

describe('a response', () => {
  test('of a command has its position and the declared status', async () => {
    const response = await newNote({ text: 'hello' });
    expect(response).toMatchObject({ status: 201, body: { success: true, count: 1 } });
    expect(response.headers.get('X-Event-Position')).toBe(`${api.ports.logId}:${await api.head()}`);
  });

  test('has the given correlation id or a new one', async () => {
    const path = `/api/test/echo/${randomUUID()}`;
    const accepted = await api.call('GET', path, { headers: { 'X-Correlation-Id': 'trace-1' } });
    expect(accepted.headers.get('X-Correlation-Id')).toBe('trace-1');
    const invalid = await api.call('GET', path, { headers: { 'X-Correlation-Id': 'a b'.repeat(100) } });
    expect(invalid.headers.get('X-Correlation-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('keeps its connection open for longer than a proxy keeps an idle one', async () => {
    const response = await api.call('GET', `/api/test/echo/${randomUUID()}`);
    const seconds = Number(/timeout=(\d+)/.exec(response.headers.get('Keep-Alive') ?? '')?.[1]);
    expect(seconds).toBeGreaterThan(120);
  });

  test('is 204 without content', async () => {
    expect(await api.call('DELETE', '/api/test/nothing')).toMatchObject({ status: 204, body: '' });
  });

  test('is compressed on request', async () => {
    for (const encoding of ['gzip', 'br']) {
      const response = await api.call('GET', '/api/test/download', {
        headers: { 'Accept-Encoding': encoding },
      });
      expect(response.headers.get('Content-Encoding')).toBe(encoding);
      expect(response.body).toHaveLength(4_000);
    }
  });

  test('has security headers and is not cached', async () => {
    const { headers } = await api.call('GET', `/api/test/echo/${randomUUID()}`);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Powered-By')).toBeNull();
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'self'");
  });

  test('states its content type with the charset', async () => {
    const { headers } = await api.call('GET', `/api/test/echo/${randomUUID()}`);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });

  test('with undeclared fields is rejected in tests', async () => {
    const response = await api.call('GET', '/api/test/talkative');
    expect(response.status).toBe(500);
    expect(JSON.stringify(response.body)).not.toContain('password');
  });
});

describe('an error response', () => {
  test('for an unknown path is 404, for an unsupported method 405', async () => {
    const unknown = await api.call('GET', '/api/unknown');
    expect(unknown).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'The requested resource was not found.' },
    });
    expect((await api.call('PUT', '/api/test/download')).status).toBe(405);
    expect((await sendRawRequest(api.url, { method: 'TRACE', path: '/api/test/download' })).status).toBe(405);
    expect((await sendRawRequest(api.url, { method: 'TRACE', path: '/' })).status).toBe(404);
  });

  test('for a defect reveals nothing', async () => {
    const response = await api.call('GET', '/api/test/defect');
    expect(response).toMatchObject({
      status: 500,
      body: { message: 'Server error. Please try again later.' },
    });
    expect(JSON.stringify(response.body)).not.toMatch(/secret_column|nowhere|SELECT|at /);
  });

  test('for a broken rule has its code and appends nothing', async () => {
    const head = await api.head();
    const response = await newNote({ text: 'rude' });
    expect(response).toMatchObject({
      status: 422,
      body: { error: 'Mind your language.', message: 'Mind your language.', code: 'RUDE' },
    });
    expect(response.headers.get('X-Event-Position')).toBeNull();
    expect(await api.head()).toBe(head);
  });

  test.for([
    ['a missing field', {}],
    ['an empty field', { text: '' }],
    ['a wrong type', { text: 5 }],
    ['a wrong number', { text: 'x', size: 1.5 }],
    ['no object', []],
  ] as const)('for %s lists the problems', async ([, body]) => {
    const head = await api.head();
    const response = await newNote(body);
    expect(response.status).toBe(400);
    expect(errorResponse.parse(response.body).details?.length).toBeGreaterThan(0);
    expect(await api.head()).toBe(head);
  });

  test('for an invalid field has the message of its schema', async () => {
    expect((await newNote({ text: '' })).body).toMatchObject({
      message: 'Please write something',
      code: 'MALFORMED',
      details: [{ path: 'body.text', message: 'Please write something' }],
    });
  });

  test.for([
    ['broken JSON', '{"text": ', 'application/json'],
    ['a bare word', 'hello', 'application/json'],
    ['null', 'null', 'application/json'],
    ['a form', 'text=hello', 'application/x-www-form-urlencoded'],
    ['plain text', '{"text":"hello"}', 'text/plain'],
  ] as const)('for %s is 400', async ([, body, type]) => {
    const response = await newNote(body, { 'Content-Type': type });
    expect(response).toMatchObject({ status: 400, body: { code: 'MALFORMED' } });
  });

  test('for an oversized body is 413 and states the limit', async () => {
    const head = await api.head();
    const response = await newNote({ text: 'x'.repeat(MAX_JSON_BYTES) });
    expect(response).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE', message: 'This is too large: at most 1 MB are accepted.' },
    });
    expect(await api.head()).toBe(head);
  });

  test('for invalid parameters and queries is 400', async () => {
    expect((await api.call('GET', '/api/test/echo/no-uuid')).body).toMatchObject({
      code: 'MALFORMED',
      details: [{ path: 'params.id' }],
    });
    for (const query of ['page=0', 'page=x', 'page=1&page=2', 'page=1.5']) {
      expect((await api.call('GET', `/api/test/echo/${randomUUID()}?${query}`)).status).toBe(400);
    }
    expect((await sendRawRequest(api.url, { path: '/api/test/echo/%E0%A4%A' })).status).toBe(400);
  });

  test('for an invalid idempotency key is 400', async () => {
    expect((await newNote({ text: 'x' }, { 'Idempotency-Key': 'x'.repeat(201) })).status).toBe(400);
  });
});

describe('an idempotency key', () => {
  test('executes a request once and returns the same ids', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const stream = randomUUID();
    const [first, second] = [
      await newNote({ text: 'x' }, key, stream),
      await newNote({ text: 'x' }, key, stream),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('X-Event-Position')).toBe(first.headers.get('X-Event-Position'));
  });

  test('rejects another body under the same key', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const stream = randomUUID();
    await newNote({ text: 'x' }, key, stream);
    const head = await api.head();
    expect(await newNote({ text: 'y' }, key, stream)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await api.head()).toBe(head);
  });
});

describe('a request', () => {
  test.for(['https://evil.example', 'http://localhost:1', 'null', 'nonsense'])(
    'from the other site %s is rejected',
    async (origin) => {
      const head = await api.head();
      const response = await newNote({ text: 'x' }, { Origin: origin });
      expect(response).toMatchObject({ status: 403, body: { code: 'CROSS_ORIGIN' } });
      expect(await api.head()).toBe(head);
    },
  );

  test('from another site gets public data but no CORS permission', async () => {
    const headers = { Origin: 'https://evil.example' };
    const response = await api.call('GET', `/api/test/echo/${randomUUID()}`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('from the same site is accepted', async () => {
    expect((await newNote({ text: 'x' }, { Origin: api.url })).status).toBe(201);
  });
});

describe('an upload', () => {
  const upload = (body: string | ReadableStream) =>
    api.call('POST', '/api/test/upload', { token, body, headers: { 'Content-Type': 'text/csv' } });

  test('streams to the handler', async () => {
    expect(await upload('x'.repeat(1_000))).toMatchObject({ status: 200, body: { bytes: 1_000 } });
  });

  test('is rejected by its Content-Length', async () => {
    expect((await upload('x'.repeat(1_001))).status).toBe(413);
  });

  test('is rejected once it exceeds the limit', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (let chunk = 0; chunk < 11; chunk++)
          controller.enqueue(new TextEncoder().encode('x'.repeat(100)));
        controller.close();
      },
    });
    expect((await upload(chunks)).status).toBe(413);
  });
});

test('documents every route in OpenAPI', async () => {
  const { status, body } = await api.call('GET', '/api/openapi.json');
  expect(status).toBe(200);
  expect(body.openapi).toBe('3.1.0');
  for (const { method, path } of api.routes) {
    const operation = body.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation, `${method} ${path}`).toBeDefined();
  }
  expect(body.paths['/api/test/echo/{id}'].get.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true },
    { name: 'page', in: 'query', required: false },
  ]);
});

test('shows roles in the OpenAPI document to staff only', async () => {
  const rolesFor = async (token?: string) => {
    const { body } = await api.call('GET', '/api/openapi.json', token === undefined ? {} : { token });
    return body.paths['/api/staff'].get['x-roles'];
  };
  expect(await rolesFor()).toBeUndefined();
  expect(await rolesFor((await api.signIn('ClientUser')).token)).toBeUndefined();
  expect(await rolesFor((await api.signIn('Employee')).token)).toEqual(['SuperAdmin']);
});
