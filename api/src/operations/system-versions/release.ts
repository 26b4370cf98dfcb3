import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transaction } from '@landline/runtime/postgres/transaction';
import { z } from 'zod';
import type { OperationsPorts } from '../ports.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** Source files that interpret the configuration; a change to any of them makes a new release. */
const SOURCES = '{event-schemas,scoring-engine,projections,api}/src/**/*.ts';
const HASH_LENGTH = 12;

export const DEPLOYED_TASK = 'system-versions.deployed';
export const deployedJob = z.object({ release: z.string(), position: z.string() });

/** Returns the release name of the running code: a hash of its sources, which needs neither a build nor a repository. */
export async function releaseOf(root = ROOT): Promise<string> {
  const files = (await Array.fromAsync(glob(SOURCES, { cwd: root }))).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file).update(await readFile(path.join(root, file)));
  return hash.digest('hex').slice(0, HASH_LENGTH);
}

/**
 * Records the running release. If another release ran before, queues one version of the current configuration, even if
 * several processes start together.
 */
export async function recordRelease(
  { pg, eventStore }: Pick<OperationsPorts, 'pg' | 'eventStore'>,
  release: string,
): Promise<void> {
  const position = String(await eventStore.head());
  await transaction(pg, async (client) => {
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
          DEPLOYED_TASK,
          JSON.stringify(payload),
        ]);
    }
  });
}
