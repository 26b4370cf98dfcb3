import { migrateDatabase } from '@landline/runtime/postgres/migrations';

/** Migration steps of the schema `scoring`, oldest first. Never change a released step. */
const STEPS = [
  `CREATE SEQUENCE scoring.set_id AS integer`,
  // One partition per set, filled beside the table and then attached (spec 001 §4: null is N/A).
  `CREATE TABLE scoring.score (
    set_id integer NOT NULL,
    candidate_id uuid NOT NULL,
    score_tenths smallint,
    property_score_tenths smallint,
    na_reason text
  ) PARTITION BY LIST (set_id)`,
  // position: the scores follow from the log up to here, plus later classifications.
  `CREATE TABLE scoring.live_set (
    dataset_key text NOT NULL,
    scope text NOT NULL,
    set_id integer NOT NULL,
    model_hash text NOT NULL,
    position bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (dataset_key, scope)
  )`,
  // Sets that get no new readers and wait to be dropped.
  `CREATE TABLE scoring.retired_set (
    set_id integer PRIMARY KEY,
    retired_at timestamptz NOT NULL
  )`,
  // epoch: fencing token; each engine that becomes active takes the next one.
  `CREATE TABLE scoring.checkpoint (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    log_id uuid NOT NULL,
    position bigint NOT NULL,
    epoch integer NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  // position: position of the event that requested the run. rescored: the event that has yet to be reported.
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
  // Scores corrected in place: readers that keep a copy of a set reload these.
  `CREATE TABLE scoring.correction (
    set_id integer NOT NULL,
    n bigint GENERATED ALWAYS AS IDENTITY,
    candidate_id uuid NOT NULL,
    PRIMARY KEY (set_id, n)
  )`,
  // IOS: A to F under the set's model (spec 001 §4); null until facilities have been looked up.
  `ALTER TABLE scoring.score ADD COLUMN environmental_grade text`,
  // Rank changes caused by the run.
  `ALTER TABLE scoring.run ADD COLUMN moves jsonb`,
  // Scores of chunks of distributed runs, until their run writes them. as_of: the log position that they follow from.
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
  // Compression would only cost time for these numbers.
  `ALTER TABLE scoring.chunk ALTER COLUMN scores SET STORAGE EXTERNAL`,
  // Number of chunks that each engine scored.
  `ALTER TABLE scoring.run ADD COLUMN shares jsonb`,
  // A run's scores, without later corrections, for readers that keep scores in memory. ids_digest: identifies the
  // candidates.
  `CREATE TABLE scoring.packed_scores (
    set_id integer NOT NULL,
    piece integer NOT NULL,
    ids_digest bytea NOT NULL,
    scores bytea NOT NULL,
    PRIMARY KEY (set_id, piece)
  )`,
  `ALTER TABLE scoring.packed_scores ALTER COLUMN scores SET STORAGE EXTERNAL`,
];

/** Migrates the schema `scoring` to the current step; engines that start together wait for each other. */
export const migrate = (databaseUrl: string): Promise<void> =>
  migrateDatabase(databaseUrl, {
    schema: 'scoring',
    steps: STEPS,
    lock: "hashtextextended('landline: schema of the scores', 0)",
  });
