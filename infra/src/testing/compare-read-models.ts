import type pg from 'pg';

/** Differences between two databases in one table. */
export interface TableDifferences {
  readonly name: string;
  readonly equalRows: number;
  /** Number of rows that only one of them has, with the first few as examples. */
  readonly differing: number;
  readonly examples: readonly string[];
}

/** Tables of the projection runner, which are not read models. */
const BOOKKEEPING = ['projector', 'checkpoint', 'parked_event', 'projector_request'];
const FETCH_SIZE = 2_000;
const EXAMPLES = 4;
/** Query of the live scores, without the number and the position of their set, because runs differ between installations. */
const SCORES = `
  SELECT jsonb_build_object('dataset', dataset_key, 'scope', scope, 'model', model_hash)
    || to_jsonb(score) - 'set_id' AS row
  FROM scoring.live_set JOIN scoring.score USING (set_id)`;

/** Compares every table of schema `read` in all columns except the generation, and the live scores. */
export async function compareReadModels(
  first: pg.ClientBase,
  second: pg.ClientBase,
): Promise<TableDifferences[]> {
  const tables = await tablesOf(first);
  if (tables.join() !== (await tablesOf(second)).join())
    throw new Error('The databases have different tables');
  const compared: TableDifferences[] = [];
  for (const table of tables) {
    for (const database of [first, second]) await assertOneGeneration(database, table);
    const rows = `SELECT to_jsonb(t) - 'generation' AS row FROM read.${table} t`;
    compared.push(await compare(table, rows, first, second));
  }
  compared.push(await compare('scores', SCORES, first, second));
  return compared;
}

async function tablesOf(database: pg.ClientBase): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'read' AND tablename <> ALL ($1) ORDER BY 1`,
    [BOOKKEEPING],
  );
  return rows.map(({ name }) => name);
}

async function assertOneGeneration(database: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await database.query(`SELECT DISTINCT generation FROM read.${table}`);
  if (rows.length > 1) throw new Error(`${table} contains ${rows.length} generations`);
}

/** Compares the rows of both databases, which are in the same order. */
async function compare(
  name: string,
  query: string,
  first: pg.ClientBase,
  second: pg.ClientBase,
): Promise<TableDifferences> {
  const [left, right] = [rowsOf(first, query), rowsOf(second, query)];
  let [a, b] = [await left.next(), await right.next()];
  let equalRows = 0;
  let differing = 0;
  const examples: string[] = [];
  const differs = (side: string, row: string) => {
    differing++;
    if (examples.length < EXAMPLES) examples.push(`${name}, ${side}: ${row.slice(0, 500)}`);
  };
  while (!a.done || !b.done) {
    if (!a.done && !b.done && a.value === b.value) {
      equalRows++;
      [a, b] = [await left.next(), await right.next()];
    } else if (b.done || (!a.done && a.value < b.value)) {
      differs('kept', String(a.value));
      a = await left.next();
    } else {
      differs('rebuilt', b.value);
      b = await right.next();
    }
  }
  return { name, equalRows, differing, examples };
}

/** Reads rows as text, ordered by code point, which is JavaScript's order for characters of the basic plane. */
async function* rowsOf(database: pg.ClientBase, query: string): AsyncGenerator<string, void> {
  await database.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    await database.query(`DECLARE rows NO SCROLL CURSOR FOR
      SELECT row::text AS row FROM (${query}) AS rows ORDER BY row::text COLLATE "C"`);
    for (;;) {
      const { rows } = await database.query<{ row: string }>(`FETCH ${FETCH_SIZE} FROM rows`);
      for (const { row } of rows) yield row;
      if (rows.length < FETCH_SIZE) return;
    }
  } finally {
    await database.query('COMMIT');
  }
}
