import { retryUntilReady } from '@landline/runtime/process/retry-until-ready';
import type { Logger } from 'pino';
import { createAnswers, modelOf } from './assistant/answers/answers.ts';
import { embedderOf } from './assistant/answers/embeddings/embedder.ts';
import { createOperatorTokens } from './identity/operator-tokens/operator-tokens.ts';
import { createLinks } from './identity/sessions/links.ts';
import { createSessions } from './identity/sessions/sessions.ts';
import { createSignInLimits } from './identity/sessions/sign-in-limits.ts';
import { createTwoFactor } from './identity/sessions/two-factor.ts';
import { connectEventStore } from './platform/commands/event-store.ts';
import { ensureLog } from './platform/commands/log-identity.ts';
import { createCommands } from './platform/commands/runner.ts';
import type { Config } from './platform/config.ts';
import { connectDatabase, connectPlainPool } from './platform/database.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createRequestCounter } from './platform/metrics/request-counts.ts';
import { migrate } from './platform/migrations.ts';
import { loadSecrets } from './platform/secrets.ts';
import type { Ports } from './ports.ts';
import { createColumnService } from './property/candidates/columns/column-service.ts';

/** Timeout for embedding a question, in milliseconds; after it, retrieval compares words only. */
const EMBED_QUESTION_MS = 1_500;

export interface Connections extends Ports {
  close(): Promise<void>;
}

/** Waits for the services, connects to them and migrates the `api` schema. */
export async function connect(config: Config, log: Logger, signal: AbortSignal): Promise<Connections> {
  const checkRows = config.NODE_ENV === 'test';
  const pool = await retryUntilReady('the database', log, signal, async () => {
    await migrate(config.DATABASE_URL);
    return connectDatabase(config.DATABASE_URL, { checkRows });
  });
  const pg = connectPlainPool(config.DATABASE_URL, log);
  const secrets = await retryUntilReady('the secrets', log, signal, () => loadSecrets(pool));
  const requestCounter = createRequestCounter(pg, secrets, log);
  const columns = createColumnService(config.DATABASE_URL, log);
  const eventStore = connectEventStore(config.EVENTSTORE_URL, log);
  const logId = await retryUntilReady('the event store', log, signal, () => ensureLog(eventStore));
  const sessions = createSessions({ pool, pg, secrets, jwtSecret: config.JWT_SECRET, log });
  const commands = createCommands({ eventStore, pool, pg, logId });
  return {
    config,
    log,
    pool,
    pg,
    secrets,
    columns,
    requestCounter,
    eventStore,
    logId,
    commands,
    sessions,
    signInLimits: createSignInLimits(pg),
    operatorTokens: createOperatorTokens(pool, commands),
    links: createLinks(pool, secrets),
    twoFactor: createTwoFactor(pool),
    mailer: createMailer(config),
    answers: createAnswers({
      pool,
      log,
      model: modelOf(config),
      embedder: embedderOf(config, EMBED_QUESTION_MS),
    }),
    async close() {
      await requestCounter.stop();
      await Promise.allSettled([columns.stop(), eventStore.dispose(), pool.end(), pg.end()]);
    },
  };
}
