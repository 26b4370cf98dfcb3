/**
 * Tables of the runner. Each row of `checkpoint` is one generation of a projector. Readers see `projector.live_generation`; the
 * latest higher one of the current version and log is being built, and all others are being removed.
 */
export const BOOKKEEPING = `
  CREATE SCHEMA IF NOT EXISTS read;

  CREATE TABLE IF NOT EXISTS read.projector (
    name text PRIMARY KEY,
    live_generation integer NOT NULL
  );

  -- position: commit position of the last processed event (applied, irrelevant, skipped or parked); -1 before the first.
  -- head: commit position of the log's last event when it was last checked.
  CREATE TABLE IF NOT EXISTS read.checkpoint (
    projector text NOT NULL,
    generation integer NOT NULL,
    version integer NOT NULL,
    log_id uuid NOT NULL,
    position bigint NOT NULL,
    head bigint NOT NULL,
    updated_at timestamp with time zone NOT NULL DEFAULT now(),
    PRIMARY KEY (projector, generation)
  );

  -- Events that could not be applied, and later events of their streams. They stay in the log.
  CREATE TABLE IF NOT EXISTS read.parked_event (
    projector text NOT NULL,
    generation integer NOT NULL,
    position bigint NOT NULL,
    stream text NOT NULL,
    revision bigint NOT NULL,
    type text NOT NULL,
    error text NOT NULL,
    attempts integer NOT NULL DEFAULT 1,
    parked_at timestamp with time zone NOT NULL DEFAULT now(),
    PRIMARY KEY (projector, generation, position)
  );

  -- Pending operator requests to rebuild a read model or replay its parked events.
  CREATE TABLE IF NOT EXISTS read.projector_request (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    projector text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('rebuild', 'replay')),
    requested_at timestamp with time zone NOT NULL DEFAULT now()
  );
`;
