import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The product as `npm start` runs it, with its own data directory. */
export interface RunningProduct {
  readonly url: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly eventStoreDatabaseUrl: string;
  readonly superAdmin: { readonly email: string; readonly password: string };
  readonly pid: number;
  /** Stops it and keeps its data for `startProduct`. */
  pause(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a data directory for an installation. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-bench-'));
  await chmod(dataDir, 0o755); // PostgreSQL runs under another account when root starts it
  return dataDir;
}

/** Starts the product on new or existing data and resolves when it prints `ready`. */
export async function startProduct(env: NodeJS.ProcessEnv = {}, existing?: string): Promise<RunningProduct> {
  const dataDir = existing ?? (await makeDataDir());
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(ROOT, 'infra/src/start.ts')], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(child);
  const pause = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
  };
  const read = async (name: string) => JSON.parse(await readFile(path.join(dataDir, name), 'utf8'));
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    ...(await read('services.json')),
    superAdmin: await read('superadmin.json'),
    pid: child.pid as number, // the product printed `ready`, so its process exists
    pause,
    async stop() {
      await pause();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** URL of the product and a bearer token for it. */
export interface Access {
  readonly url: string;
  readonly token: string;
}

/** Sends the command that adds a client. */
export const sendClient = ({ url, token }: Access, body: object): Promise<Response> =>
  fetch(`${url}/api/ai/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Adds a client and returns its id. */
export async function addClient(access: Access, body: object): Promise<string> {
  const response = await sendClient(access, body);
  if (!response.ok) throw new Error(`Adding a client returned ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

/** Returns the SuperAdmin's bearer token. */
export async function signIn({
  url,
  superAdmin,
}: Pick<RunningProduct, 'url' | 'superAdmin'>): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(superAdmin),
  });
  if (!response.ok) throw new Error(`Sign-in returned ${response.status}`);
  return ((await response.json()) as { token: string }).token;
}

async function ready(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The product exited (exit code ${code})`)));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) resolve();
    });
  });
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
