import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Directory that every account can enter, for the files that PostgreSQL needs when root starts it in a private
 * directory.
 */
const SHARED = '/var/lib/landline';
const ENTERABLE = 0o755;

/** Creates a directory in `/var/lib/landline` that every account can enter, whatever the umask. */
export async function makeSharedDirectory(name: string): Promise<string> {
  const directory = path.join(SHARED, name);
  await mkdir(directory, { recursive: true });
  for (const each of [SHARED, directory]) await chmod(each, ENTERABLE);
  return directory;
}
