import type pg from 'pg';
import type { Logger } from 'pino';
import type { DatabasePool } from 'slonik';
import type { Answers } from './answers/answers.ts';
import type { ColumnService } from './candidates/columns/service.ts';
import type { Commands } from './commands/commands.ts';
import type { EventStore } from './commands/event-store.ts';
import type { Config } from './config.ts';
import type { Tally } from './health/tally.ts';
import type { Links } from './identity/links.ts';
import type { Sessions } from './identity/sessions.ts';
import type { SignInLimits } from './identity/sign-in-limits.ts';
import type { TwoFactor } from './identity/two-factor.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Secrets } from './secrets.ts';

/** What every capability is given. */
export interface Deps {
  readonly config: Config;
  readonly log: Logger;
  /** The read database; `api` writes its own schema there and nothing else. */
  readonly pool: DatabasePool;
  readonly commands: Commands;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  readonly signInLimits: SignInLimits;
  readonly links: Links;
  readonly twoFactor: TwoFactor;
  readonly mailer: Mailer;
  /** The assistant. */
  readonly answers: Answers;
  /** The same database, for the few that need a bare connection. */
  readonly pg: pg.Pool;
  /** Candidates of datasets in memory. */
  readonly columns: ColumnService;
  /** Counts of the last 24 hours. */
  readonly tally: Tally;
  /** For subscriptions and health; what is appended goes through `commands`. */
  readonly eventStore: EventStore;
  /** Identity of the log (DESIGN §3). */
  readonly logId: string;
}
