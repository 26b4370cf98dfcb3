/**
 * Tables of the runner. The generations of a projector are its checkpoints: the one that `projector` points
 * at is live, a later one is being built, an earlier one is being removed.
 */
export const BOOKKEEPING = `
  CREATE SCHEMA IF NOT EXISTS read;

  CREATE TABLE IF NOT EXISTS read.projector (
    name text PRIMARY KEY,
    live_generation integer NOT NULL
  );

  -- position: the last event that was applied or had no effect, -1 before the first.
  -- head: the end of the log when it was last read.
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

  -- An event that could not be applied, or one that came after such an event in its stream. The event stays in the log.
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

  -- Requests to the process that runs a projector.
  CREATE TABLE IF NOT EXISTS read.projector_request (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    projector text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('rebuild', 'replay')),
    requested_at timestamp with time zone NOT NULL DEFAULT now()
  );
`;
