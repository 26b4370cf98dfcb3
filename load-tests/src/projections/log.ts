import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import pg from 'pg';
import { keyOf, type LoggedEvent } from './events.ts';

const IN_FLIGHT = 64;

/** Writes events into an empty log, and the keys of the subjects whose personal data they hold. */
export async function fillLog(
  urls: { readonly databaseUrl: string; readonly eventStoreUrl: string },
  events: Iterable<LoggedEvent>,
  subjects: Iterable<string>,
): Promise<void> {
  const client = EventStoreDBClient.connectionString(urls.eventStoreUrl);
  const append = ({ stream, type, data }: LoggedEvent) =>
    client.appendToStream(stream, [jsonEvent({ type, data, metadata: metadata() })]);
  await append({ stream: 'log-landline', type: 'LogCreated', data: { log_id: randomUUID() } });
  const source = events[Symbol.iterator]();
  const worker = async () => {
    for (let next = source.next(); !next.done; next = source.next()) await append(next.value);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  await client.dispose();
  await keepKeys(urls.databaseUrl, [...subjects]);
}

const metadata = () => ({
  actor: { id: 'bench', role: 'Employee' },
  correlationId: randomUUID(),
  commandId: randomUUID(),
  at: new Date().toISOString(),
  schemaVersion: 1,
});

export async function keepKeys(databaseUrl: string, subjects: readonly string[]): Promise<void> {
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
