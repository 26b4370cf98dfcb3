import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CHROMIUM_FLAGS, findChromium } from '@landline/infra/testing/chromium';

/** Where staff sign in, and clients. */
export type Door = '/api/auth/login' | '/api/ai/client-auth/login';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** A browser that Lighthouse is let look through: on its own profile, and without files of the round before. */
export interface Browser {
  readonly port: number;
  forgetFiles(): Promise<void>;
  /** Signs in as a page would. */
  signIn(url: string, door: Door, person: Person): Promise<void>;
  stop(): Promise<void>;
}

const TRIES = 100;
const PAUSE_MS = 100;

/** Starts it, and resolves when it can be spoken to. */
export async function startBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  const profile = await mkdtemp(path.join(os.tmpdir(), 'landline-bench-browser-'));
  const flags = ['--headless', ...CHROMIUM_FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...flags, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const port = await portIn(path.join(profile, 'DevToolsActivePort'));
  return {
    port,
    forgetFiles: () => inTab(port, 'about:blank', (send) => send('Network.clearBrowserCache')),
    signIn: (url, door, person) =>
      inTab(port, `${url}/favicon.svg`, async (send) => {
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: person.email, password: person.password }),
        };
        const expression = `fetch('${door}', ${JSON.stringify(init)}).then(({ status }) => status)`;
        const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true });
        if (result.value !== 200) throw new Error(`Sign-in answered ${result.value}`);
      }),
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The browser writes down the port that it took. */
async function portIn(file: string): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
    if (port > 0) return port;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error('The browser did not start');
}

/** Of the DevTools protocol, what is used here. */
type Send = (method: string, params?: object) => Promise<{ result: { value?: unknown }; errorText?: string }>;

/** Opens a tab, has it do something by the DevTools protocol, and closes it. */
async function inTab<T>(port: number, url: string, act: (send: Send) => Promise<T>): Promise<void> {
  const open = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' });
  const { id, webSocketDebuggerUrl } = (await open.json()) as { id: string; webSocketDebuggerUrl: string };
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (result: never) => void>();
  let loaded = () => {};
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.method === 'Page.loadEventFired') loaded();
    waiting.get(message.id)?.(message.result as never);
  };
  let calls = 0;
  const send: Send = (method, params = {}) =>
    new Promise((resolve) => {
      calls += 1;
      waiting.set(calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  try {
    await send('Page.enable');
    const isLoaded = new Promise<void>((resolve) => {
      loaded = resolve;
    });
    await send('Page.navigate', { url });
    await isLoaded;
    await act(send);
  } finally {
    socket.close();
    await fetch(`http://127.0.0.1:${port}/json/close/${id}`);
  }
}
