import { randomUUID } from 'node:crypto';
import { BACKWARDS, END, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import pg from 'pg';
import { keyOf, type LoggedEvent } from './events.ts';
import type { Urls } from './processes.ts';

const IN_FLIGHT = 64;

/** Writes events to an empty log, and the keys of the subjects whose personal data they hold. */
export async function fillLog(
  urls: Urls,
  events: Iterable<LoggedEvent>,
  subjects: Iterable<string>,
): Promise<void> {
  const first = { stream: 'log-landline', type: 'LogCreated', data: { log_id: randomUUID() } };
  await appendAll(urls, [first]);
  await appendAll(urls, events);
  await insertKeys(urls.databaseUrl, [...subjects]);
}

/** Appends events with many requests in flight, so that events of one stream may change order. */
export async function appendAll({ eventStoreUrl }: Urls, events: Iterable<LoggedEvent>): Promise<void> {
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  const source = events[Symbol.iterator]();
  const worker = async () => {
    for (let next = source.next(); !next.done; next = source.next()) {
      const { stream, type, data } = next.value;
      await client.appendToStream(stream, [jsonEvent({ type, data, metadata: metadata() })]);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  await client.dispose();
}

/** Returns the position of the last event; -1 for an empty log. */
export async function headOf(log: EventStoreDBClient): Promise<bigint> {
  let head = -1n;
  // Reads to the end: the client never releases a call whose reader stops early.
  for await (const { event } of log.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }))
    head = event?.position.commit ?? head;
  return head;
}

const metadata = () => ({
  actor: { id: 'bench', role: 'Employee' },
  correlationId: randomUUID(),
  commandId: randomUUID(),
  at: new Date().toISOString(),
  schemaVersion: 1,
});

/** Stores the encryption keys of subjects. */
export async function insertKeys(databaseUrl: string, subjects: readonly string[]): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query(`CREATE SCHEMA IF NOT EXISTS api`);
  await database.query(`CREATE TABLE IF NOT EXISTS api.subject_key (
    subject text PRIMARY KEY, key bytea NOT NULL, created_at timestamptz NOT NULL DEFAULT now())`);
  await database.query(
    `INSERT INTO api.subject_key (subject, key) SELECT * FROM unnest($1::text[], $2::bytea[])`,
    [subjects, subjects.map(keyOf)],
  );
  await database.end();
}
