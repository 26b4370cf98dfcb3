import { type Lock, takeLock } from '@landline/event-schemas/lock';
import pg from 'pg';

/** Stands by until no other engine is active. Rejects when the database goes away meanwhile, or with the signal's reason. */
export async function takeEngineLock(databaseUrl: string, signal: AbortSignal): Promise<Lock> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'scoring engine lock',
    connectionTimeoutMillis: 10_000,
  });
  return await takeLock(client, 'landline: scoring engine', signal);
}
