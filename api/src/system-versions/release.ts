import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Deps } from '../deps.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What decides what the configuration means. */
const SOURCES = '{event-schemas,scoring-engine,projections,api}/src/**/*.ts';
const LENGTH = 12;

export const DEPLOYED = 'system-versions.deployed';
export const deployedJob = z.object({ release: z.string(), position: z.string() });

/** A name for the code that runs: the hash of its sources, as it runs them, so that it needs no build and no repository. */
export async function releaseOf(root = ROOT): Promise<string> {
  const files = (await Array.fromAsync(glob(SOURCES, { cwd: root }))).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file).update(await readFile(path.join(root, file)));
  return hash.digest('hex').slice(0, LENGTH);
}

/**
 * Other code than what ran here last begins: what is configured at this moment is kept as a version before a deploy, once,
 * whichever of the processes that start together comes first. The first code of all finds nothing to keep.
 */
export async function noteRelease(
  { pg, eventStore }: Pick<Deps, 'pg' | 'eventStore'>,
  release: string,
): Promise<void> {
  const position = String(await eventStore.head());
  const client = await pg.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE api.release IN EXCLUSIVE MODE');
    const { rows } = await client.query<{ release: string }>(
      'SELECT release FROM api.release ORDER BY number DESC LIMIT 1',
    );
    const [last] = rows;
    if (last?.release !== release) {
      await client.query('INSERT INTO api.release (release) VALUES ($1)', [release]);
      const payload: z.infer<typeof deployedJob> = { release, position };
      if (last)
        await client.query('SELECT graphile_worker.add_job($1, $2::json)', [
          DEPLOYED,
          JSON.stringify(payload),
        ]);
    }
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
