import { applyMigrations } from '@landline/runtime/postgres/migrations';
import type pg from 'pg';

/** Migration steps, oldest first. Never change a released step. */
const STEPS: readonly string[] = [
  `
  CREATE TABLE event_store.event (
    position bigint PRIMARY KEY,
    revision bigint NOT NULL,
    -- 0, except where an id legitimately occurs a second time in its stream
    repeat   bigint NOT NULL,
    id       uuid   NOT NULL,
    stream   text   COLLATE "C" NOT NULL,
    type     text   COLLATE "C" NOT NULL,
    -- the message that readers receive
    encoded  bytea  NOT NULL,
    CONSTRAINT event_revision UNIQUE (stream, revision),
    CONSTRAINT event_id UNIQUE (stream, id, repeat)
  );
  -- Large events: compressed where that is cheap, and otherwise as they are.
  DO $$
  BEGIN
    IF 'lz4' = ANY ((SELECT enumvals FROM pg_settings WHERE name = 'default_toast_compression')::text[]) THEN
      ALTER TABLE event_store.event ALTER COLUMN encoded SET COMPRESSION lz4;
    ELSE
      ALTER TABLE event_store.event ALTER COLUMN encoded SET STORAGE EXTERNAL;
    END IF;
  END $$;
  `,
  // An index of all ids took a quarter of an append's time, so only later events of a stream are indexed; the first
  // ones are found by scanning. `repeat` distinguished equal ids within a stream; backups still hold it.
  `
  ALTER TABLE event_store.event DROP CONSTRAINT event_id, ALTER COLUMN repeat SET DEFAULT 0;
  CREATE INDEX event_id ON event_store.event (stream, id) WHERE revision >= 64;
  `,
];

/** Brings the tables up to date. The caller holds the lock that keeps other writers out. */
export const migrate = (client: pg.Client): Promise<void> =>
  applyMigrations(client, {
    schema: 'event_store',
    steps: STEPS,
    lock: "hashtextextended('landline: schema of the event store', 0)",
    bookkeeping: { step: 'version', appliedAt: 'applied', first: 1 },
    refuseNewer: true,
  });
