import type pg from 'pg';

/** In order; each is applied once, in a transaction of its own. Never change one that has been released. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE event_store.event (
    position bigint PRIMARY KEY,
    revision bigint NOT NULL,
    -- 0, except where an id legitimately stands in its stream a second time
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
  // An index of all ids cost a quarter of the time of an append. The first events of a stream are found by reading
  // them, only later ones are indexed. `repeat` told equal ids of a stream apart; backups still hold it.
  `
  ALTER TABLE event_store.event DROP CONSTRAINT event_id, ALTER COLUMN repeat SET DEFAULT 0;
  CREATE INDEX event_id ON event_store.event (stream, id) WHERE revision >= 64;
  `,
];

/** Brings the tables up to date. The caller holds the lock that keeps other writers out. */
export async function migrate(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS event_store;
    CREATE TABLE IF NOT EXISTS event_store.migration (version int PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now());
  `);
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM event_store.migration',
  );
  const current = rows[0]?.version ?? 0;
  if (current > MIGRATIONS.length) {
    throw new Error(`The event store's tables are of version ${current}, newer than this program knows`);
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < current) continue;
    await client.query('BEGIN');
    await client.query(migration);
    await client.query('INSERT INTO event_store.migration (version) VALUES ($1)', [index + 1]);
    await client.query('COMMIT');
  }
}
