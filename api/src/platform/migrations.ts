import { migrateDatabase } from '@landline/runtime/postgres/migrations';

/** Steps of the `api` schema, oldest first. A released step must never change. */
const STEPS = [
  `CREATE TABLE api.subject_key (
    subject text PRIMARY KEY,
    key bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE api.secret (
    name text PRIMARY KEY,
    value bytea NOT NULL
  )`,
  `CREATE TABLE api.credential (
    user_id text PRIMARY KEY,
    kind text NOT NULL,
    email_hmac bytea NOT NULL,
    password_hash text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (kind, email_hmac)
  )`,
  `CREATE TABLE api.session (
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
  `CREATE INDEX session_expiry ON api.session (expires_at)`,
  `CREATE TABLE api.refresh_token (
    hash bytea PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES api.session ON DELETE CASCADE,
    successor bytea,
    replaced_at timestamptz
  )`,
  `CREATE INDEX refresh_token_session ON api.refresh_token (session_id)`,
  `CREATE TABLE api.rate_limit (
    key text PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  )`,
  `CREATE TABLE api.reactor_checkpoint (
    name text PRIMARY KEY,
    log_id uuid NOT NULL,
    position bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE api.upload (
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
  `CREATE TABLE api.upload_chunk (
    import_id text NOT NULL REFERENCES api.upload ON DELETE CASCADE,
    index int NOT NULL,
    bytes bytea STORAGE EXTERNAL NOT NULL,
    PRIMARY KEY (import_id, index)
  )`,
  `CREATE TABLE api.idempotency_key (
    command_id uuid PRIMARY KEY,
    fingerprint text NOT NULL,
    first_used_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Invited users have no password yet.
  `ALTER TABLE api.credential ALTER COLUMN password_hash DROP NOT NULL`,
  `ALTER TABLE api.session ADD COLUMN user_agent text`,
  `CREATE INDEX session_by_user ON api.session (user_id)`,
  `CREATE TABLE api.link (
    user_id text PRIMARY KEY,
    kind text NOT NULL,
    purpose text NOT NULL,
    hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    claimed_at timestamptz
  )`,
  `CREATE TABLE api.totp (
    user_id text PRIMARY KEY,
    secret bytea NOT NULL,
    confirmed_at timestamptz,
    last_step int NOT NULL DEFAULT 0
  )`,
  `CREATE TABLE api.recovery_code (
    user_id text NOT NULL REFERENCES api.totp ON DELETE CASCADE,
    hash bytea NOT NULL,
    PRIMARY KEY (user_id, hash)
  )`,
  `CREATE TABLE api.client_access (
    client_id text PRIMARY KEY,
    revision bigint NOT NULL,
    in_use boolean NOT NULL,
    has_ai_assistant boolean NOT NULL,
    has_geo_leads boolean NOT NULL,
    demo_mode boolean NOT NULL
  )`,
  `CREATE TABLE api.impersonation (
    session_id uuid PRIMARY KEY REFERENCES api.session ON DELETE CASCADE,
    impersonation_id uuid NOT NULL UNIQUE,
    client_id text NOT NULL
  )`,
  // Website content. It can be crawled again and must be deletable, so it is not in the log.
  `CREATE TABLE api.knowledge (
    client_id text PRIMARY KEY,
    version bigint NOT NULL DEFAULT 0
  )`,
  `CREATE TABLE api.page_content (
    client_id text NOT NULL,
    page_id text NOT NULL,
    url text NOT NULL,
    title text NOT NULL,
    version bigint NOT NULL,
    indexed_at timestamptz NOT NULL DEFAULT now(),
    removed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (client_id, page_id)
  )`,
  `CREATE INDEX page_content_by_version ON api.page_content (client_id, version)`,
  `CREATE TABLE api.chunk (
    client_id text NOT NULL,
    page_id text NOT NULL,
    number int NOT NULL,
    heading text NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (client_id, page_id, number),
    FOREIGN KEY (client_id, page_id) REFERENCES api.page_content ON DELETE CASCADE
  )`,
  `ALTER TABLE api.client_access
    ADD COLUMN datasets jsonb NOT NULL DEFAULT '{}', ADD COLUMN datasets_revision bigint NOT NULL DEFAULT -1`,
  `CREATE TABLE api.widget_load (
    client_id text NOT NULL,
    minute timestamptz NOT NULL,
    kind text NOT NULL,
    domain text NOT NULL,
    count int NOT NULL DEFAULT 1,
    PRIMARY KEY (client_id, minute, kind, domain)
  )`,
  // A facility file has a layer instead of a dataset.
  `ALTER TABLE api.upload ADD COLUMN layer jsonb, ALTER COLUMN dataset_key DROP NOT NULL,
    ALTER COLUMN dataset_name DROP NOT NULL, ALTER COLUMN dataset_type DROP NOT NULL,
    ALTER COLUMN property_type DROP NOT NULL, ADD CHECK (layer IS NOT NULL OR dataset_key IS NOT NULL)`,
  `ALTER TABLE api.page_content ADD COLUMN content_hash text, ADD COLUMN etag text,
    ADD COLUMN last_modified text`,
  // Blacklisted and deleted pages keep their content but are not used.
  `ALTER TABLE api.page_content ADD COLUMN withheld boolean NOT NULL DEFAULT false`,
  // Digests that may have been sent are not sent again.
  `CREATE TABLE api.digest_mail (
    digest_id text PRIMARY KEY,
    handed_in_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Subjects whose key was destroyed never get a new one.
  `CREATE TABLE api.erased_subject (
    subject text PRIMARY KEY,
    erased_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Short-lived counters: losing them in a crash is fine, waiting for the disk is not.
  `ALTER TABLE api.rate_limit SET UNLOGGED`,
  // Embedding vectors of passages as 32-bit floats.
  `ALTER TABLE api.chunk ADD COLUMN embedding bytea, ADD COLUMN embedding_model text,
    ADD COLUMN embedding_version bigint`,
  `CREATE INDEX chunk_by_embedding ON api.chunk (client_id, embedding_version)
    WHERE embedding_version IS NOT NULL`,
  // Counts for the health pages, kept for a day.
  `CREATE TABLE api.tally (
    minute timestamptz NOT NULL,
    what text NOT NULL,
    which text NOT NULL,
    count bigint NOT NULL,
    milliseconds double precision NOT NULL,
    PRIMARY KEY (minute, what, which)
  )`,
  // Sources of attacks, kept for a day: a digest of the address and its network.
  `CREATE TABLE api.blocked_address (
    hour timestamptz NOT NULL,
    digest bytea NOT NULL,
    network text NOT NULL,
    attempts bigint NOT NULL,
    PRIMARY KEY (hour, digest)
  )`,
  // Resource usage reported by every process.
  `CREATE TABLE api.process (
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
  // Releases that ran on this database, oldest first.
  `CREATE TABLE api.release (
    number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    release text NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now()
  )`,
  `INSERT INTO api.release (release)
    SELECT 'before' WHERE EXISTS (SELECT FROM api.migration WHERE applied_at < now())`,
  // Reactors skip events older than `since`. It is stored, because a restored database is younger than its unfinished work.
  `ALTER TABLE api.reactor_checkpoint ADD COLUMN since timestamptz NOT NULL DEFAULT now()`,
  `UPDATE api.reactor_checkpoint SET since = (SELECT min(applied_at) FROM api.migration)`,
  // Unchanged pages are read again, since questions and tables are extracted with their answers and headers.
  `UPDATE api.page_content SET etag = NULL, last_modified = NULL`,
  // Progress of each process along the log. stuck_since: time at which it stopped making progress.
  `ALTER TABLE api.process ADD COLUMN position bigint, ADD COLUMN followed_at timestamptz,
    ADD COLUMN stuck_since timestamptz, ADD COLUMN error_code text, ADD COLUMN error_message text,
    ADD COLUMN error_at timestamptz`,
  // Completed backups, recorded by the backup command or, if made with another tool, by an operator.
  `CREATE TABLE api.backup (
    number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    made_at timestamptz NOT NULL
  )`,
  // Vectors of the headings above passages; all passages are embedded again.
  `ALTER TABLE api.chunk ADD COLUMN heading_embedding bytea`,
  `UPDATE api.chunk SET embedding_model = NULL`,
  // A user can have one link for each purpose at a time.
  `ALTER TABLE api.link DROP CONSTRAINT link_pkey, ADD PRIMARY KEY (user_id, purpose)`,
  // The last confirmed address, while the current one is not confirmed.
  `ALTER TABLE api.credential ADD COLUMN recovery_hmac bytea`,
  `CREATE UNIQUE INDEX credential_by_recovery ON api.credential (kind, recovery_hmac)`,
  // Tokens for the command line, issued by SuperAdmins.
  `CREATE TABLE api.operator_token (
    id text PRIMARY KEY,
    hash bytea NOT NULL UNIQUE,
    user_id text NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    last_used_at timestamptz
  )`,
  // Links are bound to the address that they were sent to, as an HMAC. A user can have several. Links older than the last
  // change of the credential may have been sent to an earlier address.
  `DELETE FROM api.link AS link USING api.credential AS credential
    WHERE credential.user_id = link.user_id AND credential.updated_at > link.created_at`,
  `ALTER TABLE api.link DROP CONSTRAINT link_pkey, DROP CONSTRAINT link_hash_key, ADD PRIMARY KEY (hash),
    ADD COLUMN sent_to bytea`,
  `UPDATE api.link AS link SET purpose = CASE purpose WHEN 'recover' THEN 'reset' ELSE purpose END,
      sent_to = CASE purpose WHEN 'recover' THEN recovery_hmac ELSE email_hmac END
    FROM api.credential AS credential WHERE credential.user_id = link.user_id`,
  `DELETE FROM api.link WHERE sent_to IS NULL`,
  `ALTER TABLE api.link ALTER COLUMN sent_to SET NOT NULL`,
  `CREATE INDEX link_by_user ON api.link (user_id)`,
  // Pages longer than the limit of searched characters are read again and cut.
  `ALTER TABLE api.page_content ADD COLUMN is_cut boolean NOT NULL DEFAULT false`,
  `UPDATE api.page_content AS content SET etag = NULL, last_modified = NULL
    WHERE (SELECT sum(length(heading) + length(text)) FROM api.chunk AS chunk
      WHERE chunk.client_id = content.client_id AND chunk.page_id = content.page_id) > 200000`,
  // Uploaded files, which are the content of pages. They must be deletable, so they are not in the log.
  `CREATE TABLE api.document (
    client_id text NOT NULL,
    page_id text NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    content_hash text NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (client_id, page_id)
  )`,
  // Attacks are counted by the minute, so their addresses need the minute to cover the same 24 hours.
  `ALTER TABLE api.blocked_address ADD COLUMN last_minute timestamptz NOT NULL DEFAULT date_trunc('minute', now())`,
  `UPDATE api.blocked_address SET last_minute = hour`,
];

/** Migrates the `api` schema; processes that start together wait for each other. */
export const migrate = (databaseUrl: string): Promise<void> =>
  migrateDatabase(databaseUrl, { schema: 'api', steps: STEPS, lock: '4216001' });
