import { abortable } from '@landline/runtime/process/abortable';
import { ensureDatabase } from '../postgres/database.ts';
import { freePort } from '../postgres/free-port.ts';
import { type Postgres, startPostgres } from '../postgres/postgres.ts';

export interface SupervisedPostgres {
  url(database: string): string;
  pid(): number;
  stop(): Promise<void>;
}

const RETRY_MS = 500;

/**
 * Starts the embedded PostgreSQL, and restarts it on the same port whenever it exits. Aborting `signal` cancels the
 * start.
 */
export async function supervisePostgres(dataDir: string, signal: AbortSignal): Promise<SupervisedPostgres> {
  const port = await freePort();
  let stopping = false;
  let postgres: Postgres = await startPostgres({ dataDir, port });

  const watch = () => {
    void postgres.exited.then(async ({ code, signal }) => {
      if (stopping) return;
      process.stderr.write(`[postgres] exited (${signal ?? code}); restarting\n`);
      await restart();
      watch();
    });
  };
  const restart = async () => {
    while (!stopping) {
      try {
        postgres = await startPostgres({ dataDir, port });
        return;
      } catch (error) {
        process.stderr.write(`[postgres] ${(error as Error).message}\n`);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
  const stop = async () => {
    stopping = true;
    await postgres.stop();
  };
  watch();
  try {
    for (const name of ['landline', 'eventstore'])
      await abortable(ensureDatabase(postgres.url(name)), signal);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: (database) => postgres.url(database), pid: () => postgres.pid, stop };
}
