import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';

const COLUMNS = '(candidate_id, score_tenths, property_score_tenths, na_reason)';
const PART_BYTES = 256 * 1024;

/** The minimum work to publish a dataset's scores: copying the same, prepared rows. */
export class BareCopy {
  readonly #client: pg.Client;
  readonly #rows: readonly Buffer[];

  private constructor(client: pg.Client, rows: readonly Buffer[]) {
    this.#client = client;
    this.#rows = rows;
  }

  /** Prepares the live rows of a dataset in key order. */
  static async of(databaseUrl: string, datasetKey: string): Promise<BareCopy> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bare copy' });
    await client.connect();
    await client.query('CREATE SCHEMA IF NOT EXISTS bench');
    await client.query('CREATE TABLE IF NOT EXISTS bench.live (one integer PRIMARY KEY, set_id integer)');
    await client.query('INSERT INTO bench.live VALUES (1, 1) ON CONFLICT DO NOTHING');
    const { rows } = await client.query<{ set_id: number }>(
      `SELECT set_id FROM scoring.live_set WHERE dataset_key = $1 AND scope = 'everyone'`,
      [datasetKey],
    );
    const out = client.query(
      to(`COPY (SELECT candidate_id, score_tenths, property_score_tenths, na_reason
        FROM scoring.score WHERE set_id = ${Number(rows[0]?.set_id)} ORDER BY candidate_id) TO STDOUT (FORMAT binary)`),
    );
    const whole = Buffer.concat(await out.toArray());
    const parts = Array.from({ length: Math.ceil(whole.length / PART_BYTES) }, (_, part) =>
      whole.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
    );
    return new BareCopy(client, parts);
  }

  /**
   * Copies the rows to a new table, builds primary key and score index, and swaps the table in, all in one
   * transaction. Returns the milliseconds.
   */
  async measure(): Promise<number> {
    const client = this.#client;
    await client.query('DROP TABLE IF EXISTS bench.score');
    const startedAt = performance.now();
    await client.query('BEGIN');
    await client.query(`CREATE TABLE bench.score (
      candidate_id uuid NOT NULL, score_tenths smallint, property_score_tenths smallint, na_reason text)`);
    const into = client.query(from(`COPY bench.score ${COLUMNS} FROM STDIN (FORMAT binary, FREEZE)`));
    await pipeline(Readable.from(this.#rows), into);
    await client.query('ALTER TABLE bench.score ADD PRIMARY KEY (candidate_id)');
    await client.query('CREATE INDEX ON bench.score (score_tenths DESC NULLS LAST, candidate_id)');
    await client.query('UPDATE bench.live SET set_id = set_id + 1');
    await client.query('COMMIT');
    return performance.now() - startedAt;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
