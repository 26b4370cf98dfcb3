import { Worker } from 'node:worker_threads';
import type { ScoresWritten } from '@landline/scoring-engine/scores-written';
import type { Logger } from 'pino';
import type { Answered, Answers, Asked, Question, Setting } from './messages.ts';

/** Most that the columns of all datasets may take, in each api process. */
const MAX_BYTES = 768 * 1024 * 1024;

/**
 * Columns of candidates in memory, on a thread of their own: any filter, order and page of a list in the time that reading a
 * few bytes a candidate takes.
 */
export interface ColumnService {
  /** Undefined when the database has to be asked instead: while columns are being read, or when they cannot be. */
  ask<A extends Question['ask']>(question: Extract<Question, { ask: A }>): Promise<Answers[A] | undefined>;
  /** Has a set that readers are about to be sent to read where the one before is kept. */
  readAhead(written: ScoresWritten): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the thread with the first question, and again when it has ended. */
export function createColumnService(databaseUrl: string, log: Logger): ColumnService {
  const setting: Setting = { databaseUrl, maxBytes: MAX_BYTES };
  const waiting = new Map<number, (answered: Answered) => void>();
  let asked = 0;
  let thread: Worker | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: setting,
      execArgv: [],
      name: 'candidate columns',
    });
    started.unref();
    started.on('message', (answered: Answered) => {
      waiting.get(answered.id)?.(answered);
      waiting.delete(answered.id);
    });
    started.on('error', (error) => log.error({ err: error }, 'The thread of candidate columns broke'));
    started.on('exit', () => {
      if (thread === started) thread = undefined;
      for (const [id, resolve] of waiting) resolve({ id });
      waiting.clear();
    });
    return started;
  }

  async function answerOf(to: Worker, message: { question: Question } | { written: ScoresWritten }) {
    const id = ++asked;
    const { answer, failure } = await new Promise<Answered>((resolve) => {
      waiting.set(id, resolve);
      to.postMessage({ id, ...message } satisfies Asked);
    });
    if (failure) log.warn({ err: failure }, 'Columns of candidates could not be read');
    return answer;
  }

  return {
    async ask<A extends Question['ask']>(question: Extract<Question, { ask: A }>) {
      thread ??= start();
      const answer = await answerOf(thread, { question });
      return answer as Answers[A] | undefined; // to what was asked
    },
    async readAhead(written) {
      if (thread) await answerOf(thread, { written });
    },
    async stop() {
      await thread?.terminate();
    },
  };
}
