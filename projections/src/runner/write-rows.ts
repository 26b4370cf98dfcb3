import { pipeline } from 'node:stream/promises';
import pg, { type PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import type { AnyTable, Column } from '../table.ts';
import { copyBinary } from './copy-binary.ts';
import type { RecountInput, RowOutcome, Step, TableRows } from './fold.ts';
import { withoutEscapedNul } from './without-escaped-nul.ts';

type Values = Readonly<Record<string, unknown>>;
type ChangedRow = Extract<RowOutcome, { outcome: 'changed' }>;

/** Minimum number of puts in a batch for which a first import is assumed. */
const BULK_ROWS = 200;
const UNIQUE_VIOLATION = '23505';

/** Writes a folded batch table by table, in few statements for any number of rows. */
export async function write(client: PoolClient, generation: number, steps: readonly Step[]): Promise<void> {
  const valuesBefore = new Map<RecountInput, unknown>();
  for (const step of steps) {
    if (!('change' in step)) {
      for (const [table, rows] of step) await writeTable(client, table, generation, rows);
    } else if (step.change === 'sql') await client.query(step.text, [generation, ...step.values]);
    else {
      const { of, rows } = step.recounted;
      if (step.change === 'before-rows')
        valuesBefore.set(step.recounted, await readBefore(client, of.before, [generation, rows]));
      else await client.query(of.after, [generation, rows, valuesBefore.get(step.recounted)]);
    }
  }
}

/** Returns the value as text, so that JSON is passed back unchanged. */
async function readBefore(client: PoolClient, text: string, values: unknown[]): Promise<unknown> {
  const { rows } = await client.query<unknown[]>({ text, values, rowMode: 'array' });
  return rows[0]?.[0];
}

async function writeTable(
  client: PoolClient,
  table: AnyTable,
  generation: number,
  { byKey, appended }: TableRows,
): Promise<void> {
  const puts: Values[] = [];
  const replaced: Values[] = [];
  const changed: ChangedRow[] = [];
  for (const outcome of byKey.values()) {
    if (outcome.outcome === 'changed') changed.push(outcome);
    else replaced.push(outcome.outcome === 'put' ? outcome.row : outcome.key);
    if (outcome.outcome === 'put') puts.push(outcome.row);
  }
  const isBulk = puts.length >= BULK_ROWS && puts.length === replaced.length;
  if (!(isBulk && (await tryCopyAsNew(client, table, generation, puts)))) {
    // Delete and COPY instead of an upsert: measured, it is the fastest for large batches and no slower for
    // small ones.
    const before = replaced.length > 0 ? await deleteRows(client, table, generation, replaced) : [];
    if (puts.length > 0) await copyRows(client, table, generation, withKeptColumns(table, puts, before));
  }
  if (appended.length > 0) await copyRows(client, table, generation, appended);
  for (const group of byColumns(changed)) await updateRows(client, table, generation, group);
}

/**
 * Tries a COPY as if no row existed yet, which is true for a first import; looking up each row would cost a
 * sixth of its time. Returns false, with nothing written, when one exists.
 */
async function tryCopyAsNew(
  client: PoolClient,
  table: AnyTable,
  generation: number,
  rows: readonly Values[],
) {
  await client.query('SAVEPOINT as_new');
  try {
    await copyRows(client, table, generation, rows);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT as_new');
    return false;
  }
  await client.query('RELEASE SAVEPOINT as_new');
  return true;
}

/**
 * Deletes rows by key. The redundant LIMIT makes the planner use one primary key lookup per row. Otherwise it trusts
 * the statistics of a table that has just grown and reads all of it for every batch.
 */
async function deleteRows(
  client: PoolClient,
  table: AnyTable,
  generation: number,
  keys: readonly Values[],
): Promise<Values[]> {
  const arrays = table.key.map((name: string, index: number) => `$${index + 2}::${typeOf(table, name)}[]`);
  const { rows } = await client.query<Values>(
    `DELETE FROM read.${table.name} WHERE ctid = ANY(ARRAY(
       SELECT t.ctid FROM unnest(${arrays.join(', ')}) AS k(${table.key.join(', ')})
       CROSS JOIN LATERAL (
         SELECT t.ctid FROM read.${table.name} AS t WHERE t.generation = $1 AND ${sameKey(table, 'k')} LIMIT 1
       ) AS t
     ))${table.kept.length === 0 ? '' : ` RETURNING ${[...table.key, ...table.kept].join(', ')}`}`,
    [generation, ...table.key.map((name: string) => keys.map((key) => key[name]))],
  );
  return rows;
}

/** Returns the rows that replace others, with the kept columns of the replaced ones. */
function withKeptColumns(
  table: AnyTable,
  puts: readonly Values[],
  before: readonly Values[],
): readonly Values[] {
  if (before.length === 0 || table.kept.length === 0) return puts;
  const keyOf = (row: Values) => table.key.map((name: string) => String(row[name])).join(' ');
  const keptByKey = new Map(before.map((row) => [keyOf(row), keptColumns(table, row)]));
  return puts.map((row) => ({ ...row, ...keptByKey.get(keyOf(row)) }));
}

/** The driver returns 64-bit integers and timestamps in another form than handlers write. */
const TO_WRITTEN: Readonly<Record<string, (value: never) => unknown>> = {
  bigint: (value: string) => BigInt(value),
  'timestamp with time zone': (value: Date) => value.toISOString(),
};

/** Returns the kept columns of a stored row as handlers write them. */
function keptColumns(table: AnyTable, row: Values): Values {
  const columns = table.kept.map((name: string) => {
    const value = row[name];
    const convert = TO_WRITTEN[typeOf(table, name)];
    return [name, value === null || convert === undefined ? value : convert(value as never)];
  });
  return Object.fromEntries(columns);
}

async function copyRows(client: PoolClient, table: AnyTable, generation: number, rows: readonly Values[]) {
  const columns = Object.entries<Column>(table.columns).filter(
    ([, { generated }]) => generated === undefined,
  );
  const names = columns.map(([name]) => name).join(', ');
  const into = client.query(
    from(`COPY read.${table.name} (generation, ${names}) FROM STDIN (FORMAT binary)`),
  );
  await pipeline(copyBinary(generation, columns, rows), into);
}

/** Groups rows that change the same columns, so that one statement fits them all. */
function byColumns(changed: readonly ChangedRow[]): Iterable<ChangedRow[]> {
  return Map.groupBy(changed, ({ set, add }) =>
    [Object.keys(set).sort(), Object.keys(add).sort()].join(' + '),
  ).values();
}

async function updateRows(
  client: PoolClient,
  table: AnyTable,
  generation: number,
  rows: readonly ChangedRow[],
) {
  const [first] = rows;
  if (first === undefined) return;
  const set = Object.keys(first.set);
  const add = Object.keys(first.add);
  const assignments = [
    ...set.map((name) => `${name} = v.${name}`),
    ...add.map((name) => `${name} = t.${name} + v.${name}`),
  ];
  if (assignments.length === 0) return; // a patch may change nothing
  const columns = [...table.key, ...set, ...add].map((name) => `${name} ${typeOf(table, name)}`);
  await client.query(
    `UPDATE read.${table.name} AS t SET ${assignments.join(', ')}
     FROM json_to_recordset($2) AS v(${columns.join(', ')}) WHERE t.generation = $1 AND ${sameKey(table, 'v')}`,
    [generation, json(rows.map(({ key, set, add }) => ({ ...key, ...set, ...add })))],
  );
}

const typeOf = (table: AnyTable, column: string): string => table.columns[column].type;

const sameKey = (table: AnyTable, other: string): string =>
  table.key.map((name: string) => `t.${name} = ${other}.${name}`).join(' AND ');

const json = (rows: readonly Values[]): string =>
  withoutEscapedNul(
    JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
  );
