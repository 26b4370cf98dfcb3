import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere } from '../if-there.ts';

/**
 * Removes mail that was kept instead of being sent, where it is to one of these addresses or speaks of them. Rejects when
 * one cannot be read, after all others: it may be theirs.
 */
export async function clearOutbox(dataDir: string, addresses: readonly string[]): Promise<void> {
  const outbox = path.join(dataDir, 'outbox');
  const outcomes = await Promise.allSettled(
    (await namesIn(outbox)).map(async (name) => {
      const file = path.join(outbox, name);
      const text = String((await readIfThere(file)) ?? '').toLowerCase();
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
