import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere } from '@landline/api/if-there';
import { type Account, assertEnterable, serverAccount } from './account.ts';
import { type PostgresBinaries, postgresBinaries } from './binaries.ts';

export const SUPERUSER = 'landline';

/** An initialised cluster on disk: what is needed to start a server on it. */
export interface Cluster {
  readonly dir: string;
  readonly password: string;
  readonly account: Account;
  readonly binaries: PostgresBinaries;
}

/**
 * Opens the cluster in `dataDir/cluster`, making it first when there is none: UTF-8, sorted by code point whatever
 * the machine's locales (ICU collations by name), passwords checked with SCRAM. The password is made once and kept in
 * `dataDir/password` (0600).
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const home = await realpath(dataDir);
  const dir = path.join(home, 'cluster');
  const [account, binaries] = await Promise.all([serverAccount(dir), postgresBinaries()]);
  await assertEnterable(home, account);
  await assertEnterable(path.dirname(await realpath(binaries.postgres)), account);
  const password = await keptPassword(path.join(dataDir, 'password'));
  const cluster = { dir, password, account, binaries };
  if ((await stat(dir).catch(() => undefined)) === undefined) await initialise(cluster);
  return cluster;
}

async function keptPassword(file: string): Promise<string> {
  const kept = String((await readIfThere(file)) ?? '').trim();
  if (kept !== '') return kept;
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** Built beside its place and renamed into it: a crash in between leaves no half-made cluster behind. */
async function initialise({ dir, password, account, binaries }: Cluster): Promise<void> {
  const unfinished = `${dir}.unfinished`;
  const passwordFile = `${dir}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.ids !== undefined) {
    await chown(unfinished, account.ids.uid, account.ids.gid);
    await chown(passwordFile, account.ids.uid, account.ids.gid);
  }
  try {
    await initdb(binaries.initdb, account, [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await chmod(unfinished, 0o700);
  await rename(unfinished, dir);
}

async function initdb(program: string, account: Account, args: string[]): Promise<void> {
  const child = spawn(program, args, { ...account.ids, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`initdb failed (${code}): ${errors.trim()}`);
}
