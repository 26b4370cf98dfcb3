import type { TestServices } from '@landline/infra/testing/services';
import pg from 'pg';

/** Returns the tables of both databases that have a row with the word, ignoring case. */
export async function tablesContaining(
  services: Pick<TestServices, 'databaseUrl' | 'postgres'>,
  word: string,
): Promise<string[]> {
  const tables: string[] = [];
  for (const url of [services.databaseUrl, services.postgres.url('events')]) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of rows) {
      // Binary columns are searched as bytes, which finds plaintext but not ciphertext.
      const { rows: hits } = await client.query(
        `SELECT 1 FROM ${name} AS t WHERE position($1 IN lower(convert_from(convert_to(t::text, 'UTF8'), 'UTF8'))) > 0
           OR position(encode(convert_to($2, 'UTF8'), 'hex') IN t::text) > 0
           OR position(encode(convert_to($1, 'UTF8'), 'hex') IN t::text) > 0 LIMIT 1`,
        [word.toLowerCase(), word],
      );
      if (hits.length > 0) tables.push(name);
    }
    await client.end();
  }
  return tables.sort();
}
