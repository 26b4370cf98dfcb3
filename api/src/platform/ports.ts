import type pg from 'pg';
import type { Logger } from 'pino';
import type { DatabasePool } from 'slonik';
import type { Commands } from './commands/commands.ts';
import type { EventStore } from './commands/event-store.ts';
import type { Config } from './config.ts';
import type { Mailer } from './mail/mailer.ts';
import type { RequestCounter } from './metrics/request-counts.ts';
import type { Secrets } from './secrets.ts';

/** Services that every room can use. Each later room adds its own in its `ports.ts`. */
export interface PlatformPorts {
  readonly config: Config;
  readonly log: Logger;
  /** The read database; the API writes only its own `api` schema there. */
  readonly pool: DatabasePool;
  /** The same database, for code that needs a plain connection. */
  readonly pg: pg.Pool;
  readonly commands: Commands;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  /** For subscriptions and health; commands append through `commands`. */
  readonly eventStore: EventStore;
  /** Id of the event log, from its first event. */
  readonly logId: string;
  /** Request counts of the last 24 hours. */
  readonly requestCounter: RequestCounter;
}
