import { Worker } from 'node:worker_threads';
import type { ScoresWritten } from '@landline/scoring-engine/scores-written';
import type { Logger } from 'pino';
import type {
  ColumnQuery,
  ColumnResults,
  ThreadRequest,
  ThreadResponse,
  ThreadSettings,
} from './messages.ts';

/** Memory limit for the columns of all datasets in each API process. */
const MAX_BYTES = 768 * 1024 * 1024;

/**
 * Serves candidate lists from columns in memory on a separate thread. A query reads only a few bytes per candidate,
 * whatever its filters, order and page.
 */
export interface ColumnService {
  /** Returns undefined when the caller has to query the database instead: the columns are loading or could not be loaded. */
  execute<K extends ColumnQuery['kind']>(
    query: Extract<ColumnQuery, { kind: K }>,
  ): Promise<ColumnResults[K] | undefined>;
  /** Loads a score set that is about to go live, if its predecessor is cached. */
  readAhead(written: ScoresWritten): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the thread on the first request, and again after it has ended. */
export function createColumnService(databaseUrl: string, log: Logger): ColumnService {
  const settings: ThreadSettings = { databaseUrl, maxBytes: MAX_BYTES };
  const pending = new Map<number, (response: ThreadResponse) => void>();
  let lastId = 0;
  let thread: Worker | undefined;

  function start(): Worker {
    const newThread = new Worker(new URL('./column-thread.ts', import.meta.url), {
      workerData: settings,
      execArgv: [],
      name: 'candidate columns',
    });
    newThread.unref();
    newThread.on('message', (response: ThreadResponse) => {
      pending.get(response.id)?.(response);
      pending.delete(response.id);
    });
    newThread.on('error', (err) =>
      log.error(
        { event: 'candidate_columns.thread_failed', err },
        'Candidate column thread failed; the next request restarts it, and lists read the database until the columns are loaded again',
      ),
    );
    newThread.on('exit', () => {
      if (thread === newThread) thread = undefined;
      for (const [id, resolve] of pending) resolve({ id });
      pending.clear();
    });
    return newThread;
  }

  async function send(to: Worker, message: { query: ColumnQuery } | { written: ScoresWritten }) {
    const id = ++lastId;
    const { result, failure } = await new Promise<ThreadResponse>((resolve) => {
      pending.set(id, resolve);
      to.postMessage({ id, ...message } satisfies ThreadRequest);
    });
    if (failure)
      log.warn(
        { event: 'candidate_columns.load_failed', err: failure },
        'Could not load candidate columns; lists read the database instead',
      );
    return result;
  }

  return {
    async execute<K extends ColumnQuery['kind']>(query: Extract<ColumnQuery, { kind: K }>) {
      thread ??= start();
      const response = await send(thread, { query });
      return response as ColumnResults[K] | undefined; // the thread returns the kind that was requested
    },
    async readAhead(written) {
      if (thread) await send(thread, { written });
    },
    async stop() {
      await thread?.terminate();
    },
  };
}
