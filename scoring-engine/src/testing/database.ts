import { openTestDatabases } from '@landline/infra/testing/services';
import pg from 'pg';
import { migrate } from '../schema/migrate.ts';

/** Starts a database with an empty `scoring` schema. */
export async function startDatabase() {
  const postgres = await openTestDatabases();
  const url = await postgres.database('landline');
  await migrate(url);
  const pool = new pg.Pool({ connectionString: url });
  return {
    url,
    /** Port of PostgreSQL. */
    port: Number(new URL(url).port),
    pool,
    async stop() {
      await pool.end();
      await postgres.dispose();
    },
  };
}
export type Database = Awaited<ReturnType<typeof startDatabase>>;
