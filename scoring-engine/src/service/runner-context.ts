import type { EventStoreDBClient } from '@eventstore/db-client';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Epoch } from './epoch.ts';
import type { ScorerContext } from './scorer.ts';

export interface RunnerContext extends ScorerContext {
  readonly pool: pg.Pool;
  readonly client: EventStoreDBClient;
  readonly epoch: Epoch;
  readonly log: Logger;
}
