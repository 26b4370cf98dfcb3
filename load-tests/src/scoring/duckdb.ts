import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/**
 * Candidates in a file and a formula over them as one SQL statement, both from the scoring engine's
 * benchmark process.
 */
export interface BenchData {
  readonly file: string;
  readonly measures: readonly string[];
  readonly bytesPerRow: number;
  readonly texts: readonly string[];
  readonly counts: readonly string[];
  readonly textTables: readonly {
    readonly field: string;
    readonly rows: readonly (readonly [text: string, value: number, breaks: number])[];
  }[];
  readonly select: string;
}

/** Columns computed by the kernel. */
const KERNELS = ['score', 'property_score', 'na'];

/** DuckDB in memory with the candidates as a table. */
export class DuckDb {
  readonly #connection: DuckDBConnection;
  readonly #select: string;

  private constructor(connection: DuckDBConnection, select: string) {
    this.#connection = connection;
    this.#select = select;
  }

  static async with(prepared: BenchData, threads: number): Promise<DuckDb> {
    const instance = await DuckDBInstance.create(':memory:', { threads: String(threads) });
    const connection = await instance.connect();
    const types: Record<string, string> = { row: 'INTEGER' };
    for (const name of [...prepared.measures, ...prepared.counts]) types[name] = 'DOUBLE';
    for (const name of prepared.texts) types[name] = 'VARCHAR';
    for (const name of ['grade', 'adjustment', ...KERNELS]) types[name] = 'INTEGER';
    const order = [
      'row',
      ...prepared.measures,
      ...prepared.texts,
      ...prepared.counts,
      'grade',
      'adjustment',
      ...KERNELS,
    ];
    const columns = order.map((name) => `'${name}': '${types[name]}'`).join(', ');
    await connection.run(
      `CREATE TABLE expected AS SELECT * FROM read_csv('${prepared.file}', header = true, columns = {${columns}})`,
    );
    // Convert texts to enumerations, which DuckDB stores as numbers.
    for (const { field, rows } of prepared.textTables) {
      const texts = rows.map(([text]) => `'${text.replaceAll("'", "''")}'`);
      await connection.run(`CREATE TYPE ${field}_text AS ENUM (${texts.join() || "''"})`);
      await connection.run(`CREATE TABLE text_${field} (text ${field}_text, value INTEGER, breaks INTEGER)`);
      for (const [index, [, value, breaks]] of rows.entries()) {
        await connection.run(`INSERT INTO text_${field} VALUES (${texts[index]}, ${value}, ${breaks})`);
      }
    }
    const enumerated = prepared.textTables.map(({ field }) => `${field}::${field}_text AS ${field}`);
    await connection.run(
      `CREATE TABLE candidate AS SELECT * EXCLUDE (${KERNELS.join()}) REPLACE (${enumerated.join()}) FROM expected`,
    );
    return new DuckDb(connection, prepared.select);
  }

  /** Scores every candidate into a table; returns rows per second. */
  async score(count: number): Promise<number> {
    await this.#connection.run('DROP TABLE IF EXISTS scored');
    const startedAt = performance.now();
    await this.#connection.run(
      `CREATE TABLE scored AS SELECT row, score::SMALLINT AS score, property_score::SMALLINT AS property_score, na::UTINYINT AS na FROM (${this.#select})`,
    );
    return (count * 1_000) / (performance.now() - startedAt);
  }

  /** Counts candidates for which the SQL statement and the kernel disagree. */
  async differences(): Promise<bigint> {
    const result = await this.#connection.runAndReadAll(`
      SELECT count(*) FROM expected FULL JOIN scored USING (row)
      WHERE (expected.score, expected.property_score, expected.na) IS DISTINCT FROM (scored.score, scored.property_score, scored.na)`);
    return BigInt(String(result.getRows()[0]?.[0]));
  }

  close(): void {
    this.#connection.closeSync();
  }
}
