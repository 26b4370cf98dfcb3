import type pg from 'pg';
import { CopyFromQuery } from './copy-from-query.ts';
import { byteArray, OID, textArray } from './pg-arrays.ts';
import { decodeReadEvent, type RecordedEvent, TOMBSTONE_REVISION } from './recorded-event.ts';

/** A row to insert into the event table. */
export interface NewRow extends RecordedEvent {
  readonly id: Buffer;
}

/** State of a stream at its last revision. */
export interface StreamHead {
  /** -1 for a stream that was never written to. */
  readonly revision: number;
  readonly tombstoned: boolean;
  /** Data of the last event; loaded for metastreams only. */
  readonly data: Buffer | undefined;
}

/** Revision of a stream at which an event id occurs, and its position in the log. */
export interface Occurrence {
  readonly revision: number;
  readonly position: number;
}

export const NO_STREAM: StreamHead = { revision: -1, tombstoned: false, data: undefined };

/** First revision whose event ids are indexed. */
const FIRST_INDEXED_REVISION = 64;
/** Revision of a tombstone as PostgreSQL returns it. */
export const TOMBSTONE_REVISION_TEXT = String(TOMBSTONE_REVISION);

/** Inserts rows at consecutive positions, all or none. */
export async function insertEvents(client: pg.Client, rows: readonly NewRow[]): Promise<void> {
  const [row] = rows;
  if (row !== undefined && rows.length === 1) await insertEvent(client, row);
  else await copyEvents(client, rows);
}

/**
 * Inserts a single row with `INSERT`, which takes the server half the time of a `COPY`; this matters when only one
 * writer waits.
 */
async function insertEvent(client: pg.Client, row: NewRow): Promise<void> {
  const { position, stream, revision, id, type, encoded } = row;
  await client.query({
    name: 'insert_event',
    text: `
      INSERT INTO event_store.event (position, stream, revision, id, type, encoded)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [position, stream, revision ?? TOMBSTONE_REVISION_TEXT, id, type, encoded],
  });
}

async function copyEvents(client: pg.Client, rows: readonly NewRow[]): Promise<void> {
  const copy = new CopyFromQuery(
    'event_store.event (position, revision, id, stream, type, encoded)',
    rows.map(({ position, revision, id, stream, type, encoded }) => [
      position,
      revision,
      id,
      stream,
      type,
      encoded,
    ]),
  );
  client.query(copy);
  await copy.finished;
}

/** Loads the heads of those `streams` that exist. */
export async function loadHeads(
  client: pg.Client,
  streams: readonly string[],
): Promise<Map<string, StreamHead>> {
  const { rows } = await client.query<{ name: string; revision: string; encoded: Buffer | null }>({
    name: 'load_heads',
    text: `
      SELECT name, revision, CASE WHEN starts_with(name, '$$') THEN encoded END AS encoded
      FROM unnest($1::text[]) AS name
      CROSS JOIN LATERAL (
        SELECT revision, encoded FROM event_store.event WHERE stream = name ORDER BY revision DESC LIMIT 1
      ) AS head`,
    values: [textArray(streams)],
  });
  return new Map(
    rows.map(({ name, revision, encoded }) => [
      name,
      {
        revision: Number(revision),
        tombstoned: revision === TOMBSTONE_REVISION_TEXT,
        data: encoded === null ? undefined : decodeReadEvent(encoded)?.data,
      },
    ]),
  );
}

/**
 * Finds the occurrences of event ids in their streams, keyed by `occurrenceKey` and ordered by revision. The first
 * revisions of a stream are not indexed by event id and are scanned instead; `OFFSET 0` keeps the planner from scanning
 * all streams.
 */
export async function findOccurrences(
  client: pg.Client,
  pairs: readonly { readonly stream: string; readonly id: Buffer }[],
): Promise<Map<string, Occurrence[]>> {
  const { rows } = await client.query<{ stream: string; id: string; revision: string; position: string }>({
    name: 'find_occurrences',
    text: `
      SELECT DISTINCT pair.stream, pair.id, revision, position
      FROM unnest($1::text[], $2::uuid[]) AS pair (stream, id)
      CROSS JOIN LATERAL (
        SELECT revision, position FROM event_store.event
        WHERE stream = pair.stream AND id = pair.id AND revision >= ${FIRST_INDEXED_REVISION}
        UNION ALL
        SELECT revision, position FROM event_store.event
        WHERE stream = pair.stream AND id = pair.id AND revision < ${FIRST_INDEXED_REVISION}
        OFFSET 0
      ) AS occurrence
      ORDER BY revision`,
    values: [
      textArray(pairs.map((pair) => pair.stream)),
      byteArray(
        OID.uuid,
        pairs.map((pair) => pair.id),
      ),
    ],
  });
  const byKey = new Map<string, Occurrence[]>();
  for (const { stream, id, revision, position } of rows) {
    const key = occurrenceKey(stream, Buffer.from(id.replaceAll('-', ''), 'hex'));
    const occurrences = byKey.get(key) ?? [];
    occurrences.push({ revision: Number(revision), position: Number(position) });
    byKey.set(key, occurrences);
  }
  return byKey;
}

export function occurrenceKey(stream: string, id: Buffer): string {
  return id.toString('latin1') + stream;
}

/** Returns the position of the last event; -1 in an empty log. */
export async function lastPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ position: string }>(
    'SELECT coalesce(max(position), -1) AS position FROM event_store.event',
  );
  return Number(rows[0]?.position);
}
