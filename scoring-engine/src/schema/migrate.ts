import pg from 'pg';

/** Steps of the schema `scoring`, oldest first. A step that was released is never changed. */
const STEPS = [
  `CREATE SEQUENCE scoring.set_id AS integer`,
  // One partition a set; made and filled beside the table, then attached (spec 001 §4: null is N/A).
  `CREATE TABLE scoring.score (
    set_id integer NOT NULL,
    candidate_id uuid NOT NULL,
    score_tenths smallint,
    property_score_tenths smallint,
    na_reason text
  ) PARTITION BY LIST (set_id)`,
  // position: the scores follow from the log up to here, and from what was judged since.
  `CREATE TABLE scoring.live_set (
    dataset_key text NOT NULL,
    scope text NOT NULL,
    set_id integer NOT NULL,
    model_hash text NOT NULL,
    position bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (dataset_key, scope)
  )`,
  // Sets that no reader is sent to any more, until they are dropped.
  `CREATE TABLE scoring.retired_set (
    set_id integer PRIMARY KEY,
    retired_at timestamptz NOT NULL
  )`,
  // epoch: which engine may write; every one that becomes active takes the next.
  `CREATE TABLE scoring.checkpoint (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    log_id uuid NOT NULL,
    position bigint NOT NULL,
    epoch integer NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  // position: of the event that asked for the run. rescored: what has still to be told to the log.
  `CREATE TABLE scoring.run (
    run_id text PRIMARY KEY,
    dataset_key text NOT NULL,
    scope text NOT NULL,
    position bigint NOT NULL,
    state text NOT NULL,
    scored integer NOT NULL DEFAULT 0,
    total integer NOT NULL DEFAULT 0,
    model_hash text,
    rescored jsonb,
    started_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    error text
  )`,
  `CREATE INDEX run_by_dataset ON scoring.run (dataset_key, started_at)`,
  `CREATE INDEX run_unfinished ON scoring.run (state) WHERE finished_at IS NULL`,
  `CREATE INDEX run_by_scope ON scoring.run (dataset_key, scope, position)`,
  // Scores that were corrected where they stand: whoever keeps a copy of a set reads those again that came since.
  `CREATE TABLE scoring.correction (
    set_id integer NOT NULL,
    n bigint GENERATED ALWAYS AS IDENTITY,
    candidate_id uuid NOT NULL,
    PRIMARY KEY (set_id, n)
  )`,
  // ios: A to F by the model that the set was scored with (spec 001 §4); null while nobody has looked for facilities.
  `ALTER TABLE scoring.score ADD COLUMN environmental_grade text`,
  // What the run's scores moved against those before them.
  `ALTER TABLE scoring.run ADD COLUMN moves jsonb`,
  // Scores of parts of runs that several engines share, until their run writes them. as_of: what they follow from.
  `CREATE UNLOGGED TABLE scoring.chunk (
    dataset_key text NOT NULL,
    scope text NOT NULL,
    model_hash text NOT NULL,
    as_of bigint NOT NULL,
    chunk integer NOT NULL,
    scores bytea NOT NULL,
    scored_by text NOT NULL,
    PRIMARY KEY (dataset_key, scope, model_hash, as_of, chunk)
  )`,
  // Numbers that compression would only cost time.
  `ALTER TABLE scoring.chunk ALTER COLUMN scores SET STORAGE EXTERNAL`,
  // How many chunks of the run each engine scored.
  `ALTER TABLE scoring.run ADD COLUMN shares jsonb`,
  // What a run gave a set, for those who keep scores in memory: without its corrections. ids_digest: of which candidates.
  `CREATE TABLE scoring.packed_scores (
    set_id integer NOT NULL,
    piece integer NOT NULL,
    ids_digest bytea NOT NULL,
    scores bytea NOT NULL,
    PRIMARY KEY (set_id, piece)
  )`,
  `ALTER TABLE scoring.packed_scores ALTER COLUMN scores SET STORAGE EXTERNAL`,
];

const LOCK = "hashtextextended('landline: schema of the scores', 0)";

/** Brings the schema `scoring` to the present step; engines that start together wait for each other. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'scoring schema' });
  client.on('error', () => undefined); // the query that was running rejects
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    await client.query('CREATE SCHEMA IF NOT EXISTS scoring');
    await client.query(`CREATE TABLE IF NOT EXISTS scoring.migration (
      step integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
    )`);
    const { rows } = await client.query<{ done: number }>(
      'SELECT count(*)::int AS done FROM scoring.migration',
    );
    for (const [step, statement] of STEPS.entries()) {
      if (step < (rows[0]?.done ?? 0)) continue;
      await client.query(statement);
      await client.query('INSERT INTO scoring.migration (step) VALUES ($1)', [step]);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
