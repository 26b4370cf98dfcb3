import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stopOnParentDeath } from '../watchdog.ts';
import type { Account } from './account.ts';
import { type Cluster, openCluster, SUPERUSER } from './cluster.ts';
import { freePort } from './free-port.ts';
import { killServer, takeOver } from './orphans.ts';

export interface PostgresOptions {
  /** Directory of the cluster, its password and its log; created if missing. */
  readonly dataDir: string;
  /** A fixed port keeps URLs valid across restarts (default: any free port). */
  readonly port?: number;
  /** Settings that differ from production, for tests. */
  readonly settings?: Partial<Record<keyof typeof SETTINGS, string>>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Postgres {
  readonly port: number;
  readonly pid: number;
  /** Resolves when the server process has exited for any reason. */
  readonly exited: Promise<Exit>;
  url(database: string): string;
  /** `fast` disconnects clients and writes a checkpoint; `immediate` leaves recovery to the next start. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

const HOST = '127.0.0.1';
/** Time limit for a server to begin its start, in milliseconds; recovery after a crash may then take longer. */
const START_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 5;
/** Time limit for a stop, in milliseconds: a full checkpoint takes a few seconds on a slow disk. */
const STOP_MS = 30_000;
const MAX_LOG_BYTES = 10_000_000;
const PORT_ATTEMPTS = 3;
/** A socket address has at most 107 bytes; `/.s.PGSQL.65535.lock` needs the rest. */
const MAX_SOCKET_DIRECTORY_BYTES = 87;

/** Sized for a laptop with two cores. Durability settings are explicit although they are the defaults. */
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: HOST,
  max_connections: '300',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '512MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_checkpoints: 'off',
  timezone: 'UTC',
} as const;

/**
 * Starts PostgreSQL on the cluster in `dataDir` (created on first start) and resolves when it accepts connections.
 * The server is a child of this process and stops when this process ends; a server that outlived an earlier crash is
 * stopped first. Rejects if a running process uses the directory, or with the end of the server's log if the start
 * fails.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = path.resolve(options.dataDir);
  const cluster = await openCluster(dataDir);
  await takeOver(cluster.dir, path.join(path.dirname(cluster.dir), 'owner.json'));
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort(HOST));
    try {
      return await launch(cluster, port, path.join(dataDir, 'postgres.log'), options.settings);
    } catch (error) {
      const isPortInUse = error instanceof Error && error.message.includes('could not bind');
      if (!isPortInUse || options.port !== undefined || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function launch(
  cluster: Cluster,
  port: number,
  logFile: string,
  replaced: PostgresOptions['settings'],
): Promise<Postgres> {
  await rotate(logFile);
  const log = await open(logFile, 'a', 0o600);
  const logStart = (await log.stat()).size;
  const sockets = await socketDirectory(path.dirname(cluster.dir), cluster.account);
  const settings = Object.entries({
    ...SETTINGS,
    ...replaced,
    unix_socket_directories: sockets ?? '',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Its own process group: Ctrl-C reaches only the supervisor, which stops this process last.
  const child = spawn(cluster.binaries.postgres, ['-D', cluster.dir, '-p', String(port), ...settings], {
    ...cluster.account.ids,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  try {
    await waitUntilStarted(child);
  } finally {
    await log.close();
  }
  const pid = child.pid as number; // set once 'spawn' has fired
  const watchdog = stopOnParentDeath(pid, 'INT');
  void exited.then(() => watchdog.kill());

  if (!(await ready(cluster.dir, child))) {
    child.kill('SIGQUIT');
    const { code, signal } = await exited;
    const tail = (await readFile(logFile)).subarray(logStart).toString().trim();
    throw new Error(`PostgreSQL did not start (${code ?? signal}); see ${logFile}:\n${tail.slice(-2000)}`);
  }
  const { password } = cluster;
  return {
    port,
    pid,
    exited,
    url: (database) =>
      `postgresql://${SUPERUSER}:${password}@${encodeURIComponent(sockets ?? HOST)}:${port}/${encodeURIComponent(database)}`,
    async stop(mode = 'fast') {
      child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      // Acknowledged data is in the write-ahead log: the next start recovers it.
      const force = setTimeout(() => void killServer(cluster.dir, pid), STOP_MS);
      await exited;
      clearTimeout(force);
    },
  };
}

/**
 * Directory for the server's Unix sockets, which save a sixth of a TCP round trip. Undefined when the path
 * is too long for a socket address.
 */
async function socketDirectory(home: string, { ids }: Account): Promise<string | undefined> {
  const directory = path.join(home, 'sockets');
  if (Buffer.byteLength(directory) > MAX_SOCKET_DIRECTORY_BYTES) return undefined;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (ids !== undefined) await chown(directory, ids.uid, ids.gid);
  return directory;
}

async function waitUntilStarted(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
}

/**
 * Resolves to true when the server has written `ready` to its lock file, which `pg_ctl` checks too. Once the file says `starting`,
 * waits as long as the server runs: one that is stopped during its recovery would begin it again.
 */
async function ready(clusterDir: string, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let isStarting = false; isStarting || Date.now() < deadline; await delay(READY_POLL_MS)) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const lines = (await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split(
      '\n',
    );
    const status = Number(lines[0]) === child.pid ? lines[7]?.trim() : undefined;
    if (status === 'ready') return true;
    isStarting ||= status === 'starting';
  }
  return false;
}

async function rotate(logFile: string): Promise<void> {
  // The log file is missing before the first start.
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
}
