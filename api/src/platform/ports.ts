import type pg from 'pg';
import type { Logger } from 'pino';
import type { DatabasePool } from 'slonik';
import type { Commands } from './commands/commands.ts';
import type { EventStore } from './commands/event-store.ts';
import type { Config } from './config.ts';
import type { Mailer } from './mail/mailer.ts';
import type { RequestCounter } from './metrics/request-counts.ts';
import type { Secrets } from './secrets.ts';

/** Services for every room. Rooms with services of their own extend this interface in their `ports.ts`. */
export interface PlatformPorts {
  readonly config: Config;
  readonly log: Logger;
  /** The read database; the API writes only its own `api` schema there. */
  readonly pool: DatabasePool;
  /** A `pg` pool for the same database, for code that does not use slonik. */
  readonly pg: pg.Pool;
  readonly commands: Commands;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  /** For reading and subscribing; append through `commands`. */
  readonly eventStore: EventStore;
  /** Id of the event log, stored in its first event, `LogCreated`. */
  readonly logId: string;
  /** Request counts of the last 24 hours. */
  readonly requestCounter: RequestCounter;
}
