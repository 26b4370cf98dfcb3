import { withConnection } from '@landline/runtime/postgres/connection';
import pg from 'pg';

const ALREADY_EXISTS = new Set(['42P04', '23505']);

/** Creates the database named in `url` unless it exists. Needs the right to create databases. */
export async function ensureDatabase(url: string): Promise<void> {
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/postgres';
  await withConnection(target.href, 'landline database', async (client) => {
    const existing = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (existing.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  }).catch((error) => {
    // Another process created the database in the meantime.
    if (!(error instanceof pg.DatabaseError && ALREADY_EXISTS.has(error.code ?? ''))) throw error;
  });
}
