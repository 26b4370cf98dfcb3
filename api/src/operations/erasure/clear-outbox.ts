import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';

/**
 * Deletes outbox emails that mention one of these addresses. If an email cannot be read, processes the others and then
 * rejects, since that email may mention an address.
 */
export async function clearOutbox(dataDir: string, addresses: readonly string[]): Promise<void> {
  const outbox = path.join(dataDir, 'outbox');
  const outcomes = await Promise.allSettled(
    (await namesIn(outbox)).map(async (name) => {
      const file = path.join(outbox, name);
      const text = String((await readFileIfExists(file)) ?? '').toLowerCase();
      if (addresses.some((address) => text.includes(address.toLowerCase()))) await rm(file, { force: true });
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
