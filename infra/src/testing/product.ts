import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../postgres/free-port.ts';
import type { Services } from '../services-file.ts';
import { ROOT } from '../supervisor/instance.ts';
import { copyInitializedCluster } from './services.ts';

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly services: Services;
  readonly superAdmin: { readonly email: string; readonly password: string };
  /**
   * Ids of the running processes: postgres, event-store, projections, scoring-engine, api, worker, anchor.
   */
  pids(): Promise<Record<string, number>>;
  /** Sends the signal to the supervisor. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Stops it cleanly and removes its data. */
  dispose(): Promise<void>;
}

interface ProductOptions {
  /** Existing data directory (default: a new one). */
  dataDir?: string;
  env?: NodeJS.ProcessEnv;
  /** Checkout to start (default: this one). */
  root?: string;
}

/**
 * Starts the whole product as `npm start` does, on its own directory and port; resolves when it prints
 * `ready`.
 */
export async function startProduct({
  dataDir,
  env = {},
  root = ROOT,
}: ProductOptions = {}): Promise<Product> {
  const directory = dataDir ?? (await freshDirectory());
  // Another checkout initializes its own cluster, because its data is what the test is about.
  if (dataDir === undefined && env.DATABASE_URL === undefined && root === ROOT) {
    const postgres = path.join(directory, 'postgres');
    await mkdir(postgres, { mode: 0o755 });
    await copyInitializedCluster(postgres);
  }
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'infra/src/start.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: directory, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await readyLine(child);
  const read = async (name: string) => JSON.parse(await readFile(path.join(directory, name), 'utf8'));
  return {
    url: `http://localhost:${port}`,
    dataDir: directory,
    services: await read('services.json'),
    superAdmin:
      env.DATABASE_URL === undefined
        ? await read('superadmin.json')
        : { email: env.SUPERADMIN_EMAIL ?? '', password: env.SUPERADMIN_PASSWORD ?? '' },
    pids: () => childrenOf(child.pid as number), // the product printed `ready`, so its process exists
    kill: (signal) => endProcess(child, signal),
    async dispose() {
      await endProcess(child, 'SIGTERM');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const ENTRIES: Record<string, string> = {
  'bin/postgres -D': 'postgres',
  'event-store/main.ts': 'event-store',
  'projections/src/main.ts': 'projections',
  'scoring-engine/src/main.ts': 'scoring-engine',
  'api/src/main.ts': 'api',
  'api/src/worker.ts': 'worker',
  'infra/src/anchor/main.ts': 'anchor',
};

/** Returns the supervised processes of a supervisor by name. */
export async function childrenOf(pid: number): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(pid)]);
  const pids: Record<string, number> = {};
  for (const line of stdout.split('\n')) {
    const entry = Object.keys(ENTRIES).find((part) => line.includes(part));
    const name = entry && ENTRIES[entry];
    if (name) pids[name] = Number.parseInt(line, 10);
  }
  return pids;
}

async function freshDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-product-'));
  await chmod(directory, 0o755); // PostgreSQL runs under another account when root starts it
  return directory;
}

async function readyLine(child: ChildProcess): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The product exited (exit code ${code}):\n${output}`)));
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('ready ')) resolve();
      });
    }
  });
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exit;
}
