import type { Pool, PoolClient } from 'pg';
import type { Checkpoint } from './checkpoint.ts';
import type { LogPosition } from './read-log.ts';

type GenerationKey = Pick<Checkpoint, 'projector' | 'generation'>;

export interface ParkedEvent extends LogPosition {
  readonly error: string;
  /** Correlation id of the original request, for log lines. */
  readonly correlationId?: string | undefined;
}

export async function park(
  client: PoolClient,
  key: GenerationKey,
  events: readonly ParkedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await client.query(
    `INSERT INTO read.parked_event (projector, generation, position, stream, revision, type, error)
     SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[])`,
    [
      key.projector,
      key.generation,
      events.map(({ position }) => position),
      events.map(({ stream }) => stream),
      events.map(({ revision }) => revision),
      events.map(({ type }) => type),
      events.map(({ error }) => error.replaceAll('\0', '')), // PostgreSQL text cannot contain NUL
    ],
  );
}

/** Returns the parked streams in the log order of their first parked events. */
export async function parkedStreams(pool: Pool | PoolClient, key: GenerationKey): Promise<string[]> {
  const { rows } = await pool.query<{ stream: string }>(
    `SELECT stream FROM read.parked_event WHERE projector = $1 AND generation = $2
     GROUP BY stream ORDER BY min(position)`,
    [key.projector, key.generation],
  );
  return rows.map(({ stream }) => stream);
}

/** Returns the first parked event of a stream. */
export async function firstParked(
  pool: Pool | PoolClient,
  key: GenerationKey,
  stream: string,
): Promise<ParkedEvent | undefined> {
  const { rows } = await pool.query<
    Omit<ParkedEvent, 'position' | 'revision'> & Record<'position' | 'revision', string>
  >(
    `SELECT position, stream, revision, type, error FROM read.parked_event
     WHERE projector = $1 AND generation = $2 AND stream = $3 ORDER BY position LIMIT 1`,
    [key.projector, key.generation, stream],
  );
  const [row] = rows;
  return row && { ...row, position: BigInt(row.position), revision: BigInt(row.revision) };
}

/** Removes a parked event that is being applied; false when another process already did. */
export async function unpark(client: PoolClient, key: GenerationKey, position: bigint): Promise<boolean> {
  const removed = await client.query(
    'DELETE FROM read.parked_event WHERE projector = $1 AND generation = $2 AND position = $3',
    [key.projector, key.generation, position],
  );
  return removed.rowCount === 1;
}

/** Counts a failed replay of a parked event and stores its error. */
export async function recordFailedReplay(
  pool: Pool,
  key: GenerationKey,
  position: bigint,
  error: string,
): Promise<void> {
  await pool.query(
    `UPDATE read.parked_event SET attempts = attempts + 1, error = $4
     WHERE projector = $1 AND generation = $2 AND position = $3`,
    [key.projector, key.generation, position, error.replaceAll('\0', '')],
  );
}
