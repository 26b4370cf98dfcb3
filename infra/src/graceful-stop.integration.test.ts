import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './postgres/free-port.ts';
import { ROOT } from './supervisor/instance.ts';
import { startCrashableServices, until } from './testing/crashable-services.ts';
import { tokenOf } from './testing/http.ts';

const WRITERS = 64;
/** Maximum pause between two commands of every second writer, during which its connection is idle. */
const PAUSE_MS = 1_000;
/**
 * Idle time after which a stopping API may have closed the connection: half of the API's limit, since a busy machine
 * delays the response and the next request.
 */
const IDLE_MS = 250;
const SUPER_ADMIN = { email: 'root@example.com', password: 'Correct-horse-battery-1' };

let services: Awaited<ReturnType<typeof startCrashableServices>>;
beforeAll(async () => {
  services = await startCrashableServices();
  await services.startProcess(path.join(ROOT, 'projections/src/main.ts')); // creates the read models
});
afterAll(() => services?.stop());

/** Starts the API on these services and collects its log lines in `logged`. */
async function startApi() {
  const port = await freePort();
  const logged: string[] = [];
  const variables = {
    PORT: String(port),
    JWT_SECRET: 'a secret that only tests know, and long enough',
    SUPERADMIN_EMAIL: SUPER_ADMIN.email,
    SUPERADMIN_PASSWORD: SUPER_ADMIN.password,
    LOG_LEVEL: 'info',
  };
  const child = await services.startProcess(path.join(ROOT, 'api/src/main.ts'), variables, logged);
  return { child, logged, port, token: await tokenOf(`http://127.0.0.1:${port}`, SUPER_ADMIN) };
}

const respondedAt = new WeakMap<Socket, number>();

/**
 * Sends one command and returns its response. Returns undefined if the connection was refused, or was lost after it
 * had been idle so long that the API may close it, which a client notices only when it sends the next request.
 */
async function createClient(
  { port, token }: { readonly port: number; readonly token: string },
  agent: Agent,
  name: string,
): Promise<{ status: number; closes: boolean; name: unknown } | undefined> {
  const sent = request({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/ai/clients',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const sentAt = performance.now();
  sent.end(JSON.stringify({ name, has_ai_assistant: false, has_adu_finder: true }));
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { socket } = response;
    const body = JSON.parse(await text(response)) as { name?: unknown };
    respondedAt.set(socket, performance.now());
    const closes = response.headers.connection === 'close';
    return { status: response.statusCode ?? 0, closes, name: body.name };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const idleMs = sentAt - ((sent.socket && respondedAt.get(sent.socket)) ?? sentAt);
    const isClosed = code === 'ECONNRESET' || code === 'EPIPE';
    if (code === 'ECONNREFUSED' || (isClosed && idleMs > IDLE_MS)) return undefined;
    throw new Error(`${name}: ${code} on a connection idle for ${Math.round(idleMs)} ms`, { cause: error });
  }
}

async function clientsInLog(): Promise<string[]> {
  const names: string[] = [];
  for await (const { event } of services.client.readAll())
    if (event?.type === 'ClientCreated') names.push((event.data as { name: string }).name);
  return names;
}

test('a stopping API responds to every command of 64 writers that it accepted, and refuses other connections', async () => {
  const api = await startApi();
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS });
  const acknowledged: string[] = [];
  const failures: unknown[] = [];
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; ; n++) {
      if (writer % 2 === 1) await delay(Math.random() * PAUSE_MS);
      const name = `writer-${writer}-${n}`;
      try {
        const result = await createClient(api, agent, name);
        if (result === undefined || (result.status === 503 && result.closes)) return;
        if (result.status === 201 && result.name === name) acknowledged.push(name);
        else {
          failures.push(result);
          return;
        }
      } catch (error) {
        failures.push(error);
        return;
      }
    }
  });
  await until('the writers are busy', async () => failures.length > 0 || acknowledged.length > 4 * WRITERS);
  const exited = once(api.child, 'exit');
  api.child.kill('SIGTERM');
  await Promise.all(writers);
  agent.destroy();
  expect(await exited).toEqual([0, null]);
  expect(failures).toEqual([]);
  // No acknowledged command is lost, and no other command was executed.
  expect((await clientsInLog()).sort()).toEqual(acknowledged.sort());
  const problems = api.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 40);
  expect(problems).toEqual([]);
});
