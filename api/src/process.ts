import { setTimeout as pause } from 'node:timers/promises';
import { loggedError } from '@landline/event-schemas/logged-error';
import { type DestinationStream, type Logger, pino } from 'pino';
import { createAnswers, modelOf } from './answers/answers.ts';
import { embedderOf } from './answers/embeddings/embedder.ts';
import { createColumnService } from './candidates/columns/service.ts';
import { connectEventStore } from './commands/event-store.ts';
import { ensureLog } from './commands/log.ts';
import { createCommands } from './commands/runner.ts';
import type { Config } from './config.ts';
import { connectBare, connectDatabase } from './database.ts';
import type { Deps } from './deps.ts';
import { createTally } from './health/tally.ts';
import { createLinks } from './identity/links.ts';
import { createSessions } from './identity/sessions.ts';
import { createSignInLimits } from './identity/sign-in-limits.ts';
import { createTwoFactor } from './identity/two-factor.ts';
import { createMailer } from './mail/mailer.ts';
import { migrate } from './migrations.ts';
import { loadSecrets } from './secrets.ts';

const RETRY_MS = 1_000;
/** A visitor waits so long for what a question means; then its words alone count. */
const EMBED_QUESTION_MS = 1_500;

/** The logger of a process: JSON lines to stdout, unless tests want them elsewhere. */
export function createLog(config: Config, name: string, to?: DestinationStream): Logger {
  const serializers = { err: loggedError };
  return pino({ level: config.LOG_LEVEL, name, base: { name, pid: process.pid }, serializers }, to);
}

/** Goes on trying, for as long as it takes: services start in any order, and go away and come back. */
export async function untilItWorks<T>(
  what: string,
  log: Logger,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error }, `Waiting for ${what}`);
      await pause(RETRY_MS);
      signal.throwIfAborted();
    }
  }
}

export interface Connections extends Deps {
  close(): Promise<void>;
}

/** Connects a process to its services, waiting for them, and brings the `api` schema to the present step. */
export async function connect(config: Config, log: Logger, signal: AbortSignal): Promise<Connections> {
  const checkRows = config.NODE_ENV === 'test';
  const pool = await untilItWorks('the database', log, signal, async () => {
    const connected = await connectDatabase(config.DATABASE_URL, { checkRows });
    try {
      await migrate(connected);
      return connected;
    } catch (error) {
      await connected.end();
      throw error;
    }
  });
  const pg = connectBare(config.DATABASE_URL, log);
  const secrets = await loadSecrets(pool);
  const tally = createTally(pg, secrets, log);
  const columns = createColumnService(config.DATABASE_URL, log);
  const eventStore = connectEventStore(config.EVENTSTORE_URL, log);
  const logId = await untilItWorks('the event store', log, signal, () => ensureLog(eventStore));
  const sessions = createSessions({ pool, pg, secrets, jwtSecret: config.JWT_SECRET, log });
  const commands = createCommands({ eventStore, pool, pg, logId });
  return {
    config,
    log,
    pool,
    pg,
    secrets,
    columns,
    tally,
    eventStore,
    logId,
    commands,
    sessions,
    signInLimits: createSignInLimits(pg),
    links: createLinks(pool),
    twoFactor: createTwoFactor(pool),
    mailer: createMailer(config),
    answers: createAnswers({
      pool,
      log,
      model: modelOf(config),
      embedder: embedderOf(config, EMBED_QUESTION_MS),
    }),
    async close() {
      await tally.stop();
      await Promise.allSettled([columns.stop(), eventStore.dispose(), pool.end(), pg.end()]);
    },
  };
}
