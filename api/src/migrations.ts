import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';

/** Steps of the `api` schema, oldest first. A step that was released is never changed. */
const STEPS = [
  sql.unsafe`CREATE TABLE api.subject_key (
    subject text PRIMARY KEY,
    key bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql.unsafe`CREATE TABLE api.secret (
    name text PRIMARY KEY,
    value bytea NOT NULL
  )`,
  sql.unsafe`CREATE TABLE api.credential (
    user_id text PRIMARY KEY,
    kind text NOT NULL,
    email_hmac bytea NOT NULL,
    password_hash text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (kind, email_hmac)
  )`,
  sql.unsafe`CREATE TABLE api.session (
    id uuid PRIMARY KEY,
    user_id text NOT NULL,
    role text NOT NULL,
    client_id text,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    ended_because text
  )`,
  sql.unsafe`CREATE INDEX session_expiry ON api.session (expires_at)`,
  sql.unsafe`CREATE TABLE api.refresh_token (
    hash bytea PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES api.session ON DELETE CASCADE,
    successor bytea,
    replaced_at timestamptz
  )`,
  sql.unsafe`CREATE INDEX refresh_token_session ON api.refresh_token (session_id)`,
  sql.unsafe`CREATE TABLE api.rate_limit (
    key text PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  )`,
  sql.unsafe`CREATE TABLE api.reactor_checkpoint (
    name text PRIMARY KEY,
    log_id uuid NOT NULL,
    position bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql.unsafe`CREATE TABLE api.upload (
    import_id text PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    dataset_key text NOT NULL,
    dataset_name text NOT NULL,
    dataset_type text NOT NULL,
    property_type text NOT NULL,
    state text,
    file_name text NOT NULL,
    file_bytes bigint NOT NULL,
    format text,
    profile text,
    mapping jsonb,
    next_chunk int NOT NULL DEFAULT 0,
    bytes_received bigint NOT NULL DEFAULT 0,
    started boolean NOT NULL DEFAULT false
  )`,
  sql.unsafe`CREATE TABLE api.upload_chunk (
    import_id text NOT NULL REFERENCES api.upload ON DELETE CASCADE,
    index int NOT NULL,
    bytes bytea STORAGE EXTERNAL NOT NULL,
    PRIMARY KEY (import_id, index)
  )`,
  sql.unsafe`CREATE TABLE api.idempotency_key (
    command_id uuid PRIMARY KEY,
    fingerprint text NOT NULL,
    first_used_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Who was invited has no password yet.
  sql.unsafe`ALTER TABLE api.credential ALTER COLUMN password_hash DROP NOT NULL`,
  sql.unsafe`ALTER TABLE api.session ADD COLUMN user_agent text`,
  sql.unsafe`CREATE INDEX session_by_user ON api.session (user_id)`,
  sql.unsafe`CREATE TABLE api.link (
    user_id text PRIMARY KEY,
    kind text NOT NULL,
    purpose text NOT NULL,
    hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    claimed_at timestamptz
  )`,
  sql.unsafe`CREATE TABLE api.totp (
    user_id text PRIMARY KEY,
    secret bytea NOT NULL,
    confirmed_at timestamptz,
    last_step int NOT NULL DEFAULT 0
  )`,
  sql.unsafe`CREATE TABLE api.recovery_code (
    user_id text NOT NULL REFERENCES api.totp ON DELETE CASCADE,
    hash bytea NOT NULL,
    PRIMARY KEY (user_id, hash)
  )`,
  sql.unsafe`CREATE TABLE api.client_access (
    client_id text PRIMARY KEY,
    revision bigint NOT NULL,
    in_use boolean NOT NULL,
    has_ai_assistant boolean NOT NULL,
    has_geo_leads boolean NOT NULL,
    demo_mode boolean NOT NULL
  )`,
  sql.unsafe`CREATE TABLE api.impersonation (
    session_id uuid PRIMARY KEY REFERENCES api.session ON DELETE CASCADE,
    impersonation_id uuid NOT NULL UNIQUE,
    client_id text NOT NULL
  )`,
  // What the assistant has learned. It can be read again from the site, and has to be deletable: it is not in the log.
  sql.unsafe`CREATE TABLE api.knowledge (
    client_id text PRIMARY KEY,
    version bigint NOT NULL DEFAULT 0
  )`,
  sql.unsafe`CREATE TABLE api.page_content (
    client_id text NOT NULL,
    page_id text NOT NULL,
    url text NOT NULL,
    title text NOT NULL,
    version bigint NOT NULL,
    indexed_at timestamptz NOT NULL DEFAULT now(),
    removed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (client_id, page_id)
  )`,
  sql.unsafe`CREATE INDEX page_content_by_version ON api.page_content (client_id, version)`,
  sql.unsafe`CREATE TABLE api.chunk (
    client_id text NOT NULL,
    page_id text NOT NULL,
    number int NOT NULL,
    heading text NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (client_id, page_id, number),
    FOREIGN KEY (client_id, page_id) REFERENCES api.page_content ON DELETE CASCADE
  )`,
  sql.unsafe`ALTER TABLE api.client_access
    ADD COLUMN datasets jsonb NOT NULL DEFAULT '{}', ADD COLUMN datasets_revision bigint NOT NULL DEFAULT -1`,
  sql.unsafe`CREATE TABLE api.widget_load (
    client_id text NOT NULL,
    minute timestamptz NOT NULL,
    kind text NOT NULL,
    domain text NOT NULL,
    count int NOT NULL DEFAULT 1,
    PRIMARY KEY (client_id, minute, kind, domain)
  )`,
  // A file of facilities has a layer in the place of a dataset.
  sql.unsafe`ALTER TABLE api.upload ADD COLUMN layer jsonb, ALTER COLUMN dataset_key DROP NOT NULL,
    ALTER COLUMN dataset_name DROP NOT NULL, ALTER COLUMN dataset_type DROP NOT NULL,
    ALTER COLUMN property_type DROP NOT NULL, ADD CHECK (layer IS NOT NULL OR dataset_key IS NOT NULL)`,
  sql.unsafe`ALTER TABLE api.page_content ADD COLUMN content_hash text, ADD COLUMN etag text,
    ADD COLUMN last_modified text`,
  // Of pages that are blacklisted or deleted, whatever is learned of them.
  sql.unsafe`ALTER TABLE api.page_content ADD COLUMN withheld boolean NOT NULL DEFAULT false`,
  // Mails that were handed in: one that may have been is not handed in again.
  sql.unsafe`CREATE TABLE api.digest_mail (
    digest_id text PRIMARY KEY,
    handed_in_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Their keys are destroyed, and no other is made for them.
  sql.unsafe`CREATE TABLE api.erased_subject (
    subject text PRIMARY KEY,
    erased_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Counters of minutes: a crash may forget them, and nobody waits for the disk because of them.
  sql.unsafe`ALTER TABLE api.rate_limit SET UNLOGGED`,
  // What passages mean, as a model's vectors: four bytes a number.
  sql.unsafe`ALTER TABLE api.chunk ADD COLUMN embedding bytea, ADD COLUMN embedding_model text,
    ADD COLUMN embedding_version bigint`,
  sql.unsafe`CREATE INDEX chunk_by_embedding ON api.chunk (client_id, embedding_version)
    WHERE embedding_version IS NOT NULL`,
  // What the health pages count: kept for a day.
  sql.unsafe`CREATE TABLE api.tally (
    minute timestamptz NOT NULL,
    what text NOT NULL,
    which text NOT NULL,
    count bigint NOT NULL,
    milliseconds double precision NOT NULL,
    PRIMARY KEY (minute, what, which)
  )`,
  // Who was refused as an attacker, for a day: which addresses they were cannot be read from it, their network can.
  sql.unsafe`CREATE TABLE api.blocked_address (
    hour timestamptz NOT NULL,
    digest bytea NOT NULL,
    network text NOT NULL,
    attempts bigint NOT NULL,
    PRIMARY KEY (hour, digest)
  )`,
  // Each of our processes says how it is, whatever it runs.
  sql.unsafe`CREATE TABLE api.process (
    host text NOT NULL,
    pid int NOT NULL,
    name text NOT NULL,
    started_at timestamptz NOT NULL,
    reported_at timestamptz NOT NULL,
    heap_used bigint NOT NULL,
    heap_total bigint NOT NULL,
    rss bigint NOT NULL,
    cpu double precision NOT NULL,
    PRIMARY KEY (host, pid)
  )`,
  // The code that ran here, the last one last. What ran before this step was other code.
  sql.unsafe`CREATE TABLE api.release (
    number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    release text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql.unsafe`INSERT INTO api.release (release)
    SELECT 'before' WHERE EXISTS (SELECT FROM api.migration WHERE applied_at < now())`,
  // From when on events are reacted to here: a restored database is younger than what is still to be done in it.
  sql.unsafe`ALTER TABLE api.reactor_checkpoint ADD COLUMN since timestamptz NOT NULL DEFAULT now()`,
  sql.unsafe`UPDATE api.reactor_checkpoint SET since = (SELECT min(applied_at) FROM api.migration)`,
];

/** Of this schema's migrations, among the database's advisory locks. */
const LOCK = 4_216_001;

/** Brings the `api` schema to the present step; processes that start together wait for each other. */
export async function migrate(pool: DatabasePool): Promise<void> {
  await pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`SELECT pg_advisory_xact_lock(${LOCK})`);
    await transaction.query(sql.unsafe`CREATE SCHEMA IF NOT EXISTS api`);
    await transaction.query(sql.unsafe`CREATE TABLE IF NOT EXISTS api.migration (
      step int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
    )`);
    const done = await transaction.oneFirst(sql.type(z.object({ steps: z.number() }))`
      SELECT count(*)::int AS steps FROM api.migration
    `);
    for (const [step, statement] of STEPS.entries()) {
      if (step < done) continue;
      await transaction.query(statement);
      await transaction.query(sql.unsafe`INSERT INTO api.migration (step) VALUES (${step})`);
    }
  });
}
