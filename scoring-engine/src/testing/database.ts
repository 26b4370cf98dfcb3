import { startTestPostgres } from '@landline/infra/testing/services';
import pg from 'pg';
import { migrate } from '../schema/migrate.ts';

/** A database with the schema of the scores, and nothing in it. */
export async function startDatabase() {
  const postgres = await startTestPostgres();
  const url = await postgres.database('landline');
  await migrate(url);
  const pool = new pg.Pool({ connectionString: url });
  return {
    url,
    /** Of PostgreSQL. */
    port: postgres.port,
    pool,
    async stop() {
      await pool.end();
      await postgres.dispose();
    },
  };
}
export type Database = Awaited<ReturnType<typeof startDatabase>>;
