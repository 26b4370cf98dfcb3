import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readlink, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writePrivateFile } from '@landline/runtime/files/private-file';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import { type Account, assertDirectoryAccess, closedDirectory, serverAccount } from './account.ts';
import { enterableBinaries, type PostgresBinaries, postgresBinaries } from './binaries.ts';
import { makeSharedDirectory } from './shared-directory.ts';

export const SUPERUSER = 'landline';

/** An initialized cluster on disk. */
export interface Cluster {
  readonly dir: string;
  readonly password: string;
  readonly account: Account;
  readonly binaries: PostgresBinaries;
}

/**
 * Opens the cluster in `dataDir/cluster`, creating it if missing, with UTF-8, SCRAM passwords and sorting by code
 * point in every locale (queries can name ICU collations). The password is generated once and stored in
 * `dataDir/password` (0600). When the server's account cannot enter `dataDir`, `cluster` is a link to a directory
 * that it can enter.
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const home = await realpath(dataDir);
  const account = await serverAccount(path.join(home, 'cluster'));
  const dir = await clusterDirectory(home, account);
  await assertDirectoryAccess(path.dirname(dir), account);
  const binaries = await enterableBinaries(await postgresBinaries(), account);
  const password = await readOrCreatePassword(path.join(dataDir, 'password'));
  const cluster = { dir, password, account, binaries };
  if (!existsSync(dir)) await initialize(cluster);
  return cluster;
}

async function clusterDirectory(home: string, account: Account): Promise<string> {
  const dir = path.join(home, 'cluster');
  const linked = await readlink(dir).catch(() => undefined); // a directory, or missing
  if (linked !== undefined) return linked;
  if (existsSync(dir)) return dir;
  const closed = await closedDirectory(home, account);
  if (closed === undefined) return dir;
  const instance = path.basename(path.dirname(home)).replace(/^\.+/, '');
  const elsewhere = path.join(
    await makeSharedDirectory(`${instance}-${randomBytes(4).toString('hex')}`),
    'cluster',
  );
  await symlink(elsewhere, dir); // write the link first, so that the next start continues here after an interruption
  process.stderr.write(
    `[postgres] keeps its data in ${elsewhere} because ${account.name}, the account it runs under, cannot enter ${closed}\n`,
  );
  return elsewhere;
}

async function readOrCreatePassword(file: string): Promise<string> {
  const stored = String((await readFileIfExists(file)) ?? '').trim();
  if (stored !== '') return stored;
  const password = randomBytes(24).toString('base64url');
  await writePrivateFile(file, password);
  return password;
}

/** Builds the cluster in a temporary directory and renames it, so that a crash leaves no incomplete cluster. */
async function initialize({ dir, password, account, binaries }: Cluster): Promise<void> {
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
