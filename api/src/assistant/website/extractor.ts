import { Piscina } from 'piscina';
import type { Content } from './extract.ts';
import type { ReadPage, RobotsTask } from './extractor-thread.ts';
import { FetchError } from './fetcher.ts';
import type { RobotsFile } from './robots-file.ts';
import type { Sitemap } from './sitemap.ts';

const DEADLINE_MS = 20_000;
/** Heap limit of the thread, in MB. Buffers are outside the heap and have a limit of the same size. */
const MAX_MEMORY_MB = 192;
/** With V8's default, one garbage collection can exceed the heap limit by so much that the whole process aborts. */
const MAX_YOUNG_MEMORY_MB = 16;
const MEMORY_CHECK_MS = 100;

/** Reads hostile content in a thread with a deadline and a memory limit, so that only the task fails. */
export interface Extractor {
  /**
   * Reads a page and splits it into passages; returns undefined for other content types. Throws `FetchError` if the page
   * exceeds a limit.
   */
  page(content: Content): Promise<ReadPage | undefined>;
  /** Parses a sitemap; returns undefined for other content. */
  sitemap(body: Uint8Array): Promise<Sitemap | undefined>;
  robotsFile(task: RobotsTask): Promise<RobotsFile>;
  /** Returns whether a robots.txt allows a page. */
  isAllowed(task: RobotsTask & { readonly page: string }): Promise<boolean>;
  close(): Promise<void>;
}

/** Creates an extractor, which starts its thread with the first task and keeps it until it is closed. */
export function createExtractor({
  signal,
  deadlineMs = DEADLINE_MS,
}: {
  signal?: AbortSignal;
  deadlineMs?: number;
} = {}): Extractor {
  const pool = new Piscina({
    filename: new URL('./extractor-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    execArgv: [],
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_MEMORY_MB,
      maxYoungGenerationSizeMb: MAX_YOUNG_MEMORY_MB,
    },
  });

  async function run<T>(name: string, task: unknown): Promise<T> {
    const limits = new AbortController();
    const stop = (reason: string) => limits.abort(new FetchError(reason));
    const deadline = setTimeout(
      () => stop(`Reading the content took longer than ${deadlineMs / 1_000} seconds`),
      deadlineMs,
    );
    const memory = setInterval(async () => {
      if ((await bufferBytes(pool)) > MAX_MEMORY_MB * 1024 * 1024) stop(TOO_LARGE);
    }, MEMORY_CHECK_MS);
    try {
      return await pool.run(task, {
        name,
        signal: AbortSignal.any([limits.signal, ...(signal ? [signal] : [])]),
      });
    } catch (error) {
      throw limits.signal.reason ?? asFetchError(error);
    } finally {
      clearTimeout(deadline);
      clearInterval(memory);
    }
  }

  return {
    page: (content) => run('page', content),
    sitemap: (body) => run('sitemap', body),
    robotsFile: (task) => run('robotsFile', task),
    isAllowed: (task) => run('isAllowed', task),
    close: () => pool.destroy(),
  };
}

const TOO_LARGE = 'Reading the content needs too much memory';

async function bufferBytes({ threads: [thread] }: Piscina): Promise<number> {
  try {
    return (await thread?.getHeapStatistics())?.external_memory ?? 0;
  } catch {
    return 0; // the thread has ended
  }
}

function asFetchError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // An error loses its class when it leaves the thread, but keeps the name of a built-in class.
  if (error.name === 'RangeError') return new FetchError('The page is nested too deeply', { cause: error });
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new FetchError(TOO_LARGE, { cause: error });
  return error;
}
