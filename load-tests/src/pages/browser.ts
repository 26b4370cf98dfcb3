import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CHROMIUM_FLAGS, findChromium } from '@landline/infra/testing/chromium';

/** Sign-in route for staff or for clients. */
export type SignInRoute = '/api/auth/login' | '/api/ai/client-auth/login';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** A headless browser with its own profile, which Lighthouse connects to. */
export interface Browser {
  readonly port: number;
  clearCache(): Promise<void>;
  /** Signs in with a request from a page of the same origin, so that the session cookie is set. */
  signIn(url: string, route: SignInRoute, person: Person): Promise<void>;
  stop(): Promise<void>;
}

const MAX_ATTEMPTS = 100;
const RETRY_DELAY_MS = 100;

/** Starts the browser and resolves when DevTools accepts connections. */
export async function startBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  const profile = await mkdtemp(path.join(os.tmpdir(), 'landline-bench-browser-'));
  const flags = ['--headless', ...CHROMIUM_FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...flags, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const port = await readPort(path.join(profile, 'DevToolsActivePort'));
  return {
    port,
    clearCache: () => inTab(port, 'about:blank', (send) => send('Network.clearBrowserCache')),
    signIn: (url, route, person) =>
      inTab(port, `${url}/favicon.svg`, async (send) => {
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: person.email, password: person.password }),
        };
        const expression = `fetch('${route}', ${JSON.stringify(init)}).then(({ status }) => status)`;
        const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true });
        if (result.value !== 200) throw new Error(`Sign-in returned ${result.value}`);
      }),
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until the browser has written its DevTools port to a file, and returns the port. */
async function readPort(file: string): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
    if (port > 0) return port;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
  }
  throw new Error('The browser did not report its DevTools port in time');
}

/** Sends a DevTools command and returns its result. */
type Send = (method: string, params?: object) => Promise<{ result: { value?: unknown }; errorText?: string }>;

/** Opens a tab, runs `act` over the DevTools protocol, and closes the tab. */
async function inTab<T>(port: number, url: string, act: (send: Send) => Promise<T>): Promise<void> {
  const open = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' });
  const { id, webSocketDebuggerUrl } = (await open.json()) as { id: string; webSocketDebuggerUrl: string };
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const pending = new Map<number, (result: never) => void>();
  let onLoad = () => {};
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.method === 'Page.loadEventFired') onLoad();
    pending.get(message.id)?.(message.result as never);
  };
  let calls = 0;
  const send: Send = (method, params = {}) =>
    new Promise((resolve) => {
      calls += 1;
      pending.set(calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  try {
    await send('Page.enable');
    const pageLoad = new Promise<void>((resolve) => {
      onLoad = resolve;
    });
    await send('Page.navigate', { url });
    await pageLoad;
    await act(send);
  } finally {
    socket.close();
    await fetch(`http://127.0.0.1:${port}/json/close/${id}`);
  }
}
