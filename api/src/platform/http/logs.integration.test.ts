import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, eventually, type TestApi } from '../../testing/api.ts';
import { startApiProcess, startProcess, type TestProcess } from '../../testing/processes.ts';

const SIGN_IN = { email: 'ada@example.com', password: 'A-long-enough-passw0rd' };

type Line = Readonly<Record<string, unknown>>;

let services: TestServices;
let started: TestProcess[] = [];
let call: TestApi['call'];
const logLines = { api: [] as string[], projections: [] as string[], worker: [] as string[] };
/** A mail server that rejects every recipient. */
const rejectingMailServer = createServer((socket: Socket) => {
  socket.write('220 here\r\n');
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    const isRecipient = String(data).startsWith('RCPT');
    socket.write(isRecipient ? `550 5.1.1 ${String(data).trim()}: unknown user\r\n` : '250 yes\r\n');
  });
});

beforeAll(async () => {
  services = await startTestServices();
  await once(rejectingMailServer.listen(0, '127.0.0.1'), 'listening');
  const { port } = rejectingMailServer.address() as AddressInfo;
  const variables = {
    LOG_LEVEL: 'info',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SUPERADMIN_EMAIL: SIGN_IN.email,
    SUPERADMIN_PASSWORD: SIGN_IN.password,
  };
  const api = await startApiProcess(services, variables, logLines.api);
  started = [
    api,
    await startProcess('projections', services, variables, logLines.projections),
    await startProcess('worker', services, variables, logLines.worker),
  ];
  call = callerOf(api.url);
});
afterAll(async () => {
  await Promise.all(started.map((process) => process.stop()));
  rejectingMailServer.close();
  await services?.stop();
});

const lines = (process: keyof typeof logLines, correlationId: string): Line[] =>
  logLines[process]
    .map((line) => JSON.parse(line))
    .filter((line) => line.correlationId === correlationId || line.correlationIds?.includes(correlationId));
const waitForLine = (process: keyof typeof logLines, correlationId: string, msg: string) =>
  eventually(`${process} logs "${msg}"`, async () =>
    lines(process, correlationId).find((each) => each.msg === msg),
  );
const callRoute = async (method: string, path: string, body?: unknown) => {
  const id = randomUUID();
  const headers = { 'X-Correlation-Id': id };
  return { id, ...(await call(method, path, { headers, ...(body !== undefined && { body }) })) };
};

test('carries the correlation id from the request to projections and jobs, including failures', async () => {
  const signIn = await callRoute('POST', '/api/auth/login', SIGN_IN);
  expect(signIn.status).toBe(200);
  expect(await waitForLine('api', signIn.id, 'Request completed')).toMatchObject({
    level: 30,
    method: 'POST',
    route: '/api/auth/login',
    status: 200,
    ms: expect.any(Number),
  });
  await waitForLine('projections', signIn.id, 'Projecting the events of these requests');

  const forgot = await callRoute('POST', '/api/forgot-password', { email: SIGN_IN.email });
  expect(forgot.status).toBe(200);
  await waitForLine('api', forgot.id, 'Request completed');
  expect(await waitForLine('worker', forgot.id, 'Job completed')).toMatchObject({
    level: 30,
    task: 'identity.forgot-password',
    attempt: 1,
    ms: expect.any(Number),
  });
  await waitForLine('projections', forgot.id, 'Projecting the events of these requests');
  expect(await waitForLine('worker', forgot.id, 'Job failed')).toMatchObject({
    level: 50,
    task: 'identity.send-link',
    err: { message: expect.stringContaining('550') },
  });
  expect(lines('api', forgot.id)).toHaveLength(1);
});

test('logs an error response once with its code and skips probes', async () => {
  const wrong = await callRoute('POST', '/api/auth/login', { ...SIGN_IN, password: 'another-passw0rd' });
  expect(await waitForLine('api', wrong.id, 'Request completed')).toMatchObject({
    status: 401,
    code: 'INVALID_CREDENTIALS',
  });
  const unknown = await callRoute('GET', '/api/reset/a-secret-token');
  expect(await waitForLine('api', unknown.id, 'Request completed')).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  });
  const unlogged = [
    await callRoute('GET', '/api/health'),
    await callRoute('GET', '/metrics'),
    await callRoute('GET', '/favicon.svg'),
  ];
  const unknownClient = await callRoute('GET', '/api/ai/widget/loader/nobody.js');
  expect(await waitForLine('api', unknownClient.id, 'Request completed')).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  });
  const last = await callRoute('GET', '/api/auth/verify');
  await waitForLine('api', last.id, 'Request completed');
  for (const { id } of [wrong, unknown, last]) expect(lines('api', id)).toHaveLength(1);
  for (const { id } of unlogged)
    expect(lines('api', id).filter(({ msg }) => msg === 'Request completed')).toEqual([]);
});

test('logs no secrets or personal data', () => {
  const everything = Object.values(logLines).flat().join('\n');
  for (const secret of [SIGN_IN.email, SIGN_IN.password, 'another-passw0rd', 'a-secret-token', 'eyJ'])
    expect(everything).not.toContain(secret);
});
