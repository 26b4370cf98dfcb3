import { readFile } from 'node:fs/promises';

/** What is in a file; undefined only where there is none. One that cannot be read is never taken for one that is missing. */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
