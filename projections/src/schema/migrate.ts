import { withConnection } from '@landline/runtime/postgres/connection';
import pg from 'pg';
import type { Projector } from '../projector.ts';
import { BEFORE_ALL } from '../runner/checkpoint.ts';
import type { AnyTable, Column } from '../table.ts';
import { BOOKKEEPING } from './bookkeeping.ts';

/**
 * Thrown when a declared column has another type in the database. Columns are only added: give the new one
 * another name.
 */
export class ColumnTypeChangedError extends Error {
  readonly code = 'COLUMN_TYPE_CHANGED';
  constructor(table: string, column: string, declared: string, actual: string) {
    super(`read.${table}.${column} is declared as ${declared} and is ${actual} in the database`);
  }
}

const LOCK = "hashtextextended('landline: schema of the read models', 0)";
/** Readers queue behind an ALTER that waits for its lock, so it gives up early and retries. */
const LOCK_TIMEOUT_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/** Tables that no projector declares anymore. */
const RETIRED_TABLES = ['log_event'];

/**
 * Creates the tables, columns and indexes that the projectors declare, requests the rebuild of read models that
 * lacked a table, and drops retired tables and indexes; changes nothing else. Idempotent; concurrent processes wait
 * for each other.
 */
export async function migrate(databaseUrl: string, projectors: readonly Projector[]): Promise<void> {
  await withConnection(databaseUrl, 'projections schema', async (client) => {
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(BOOKKEEPING);
    for (const projector of projectors) {
      let isComplete = true;
      for (const table of projector.tables) {
        if ((await migrateTable(client, table)) === 'created') isComplete = false;
      }
      if (!isComplete) await discardProgress(client, projector);
    }
    for (const name of RETIRED_TABLES) await retryLocked(client, `DROP TABLE IF EXISTS read.${name}`);
  });
}

/**
 * Makes the runner rebuild the generations of a projector that lacked a table. The live one keeps a checkpoint before the
 * first event, so that it counts as behind until its successor is built.
 */
async function discardProgress(client: pg.Client, { name, version }: Projector): Promise<void> {
  await client.query(
    'UPDATE read.checkpoint SET version = 0, position = $3 WHERE projector = $1 AND version = $2',
    [name, version, BEFORE_ALL],
  );
}

async function migrateTable(client: pg.Client, table: AnyTable): Promise<'created' | 'kept'> {
  const existing = await columnsOf(client, table.name);
  if (existing.size === 0) await client.query(createTable(table));
  else {
    for (const [name, column] of Object.entries<Column>(table.columns)) {
      const type = existing.get(name);
      if (type === undefined) {
        await retryLocked(
          client,
          `ALTER TABLE read.${table.name} ADD COLUMN IF NOT EXISTS ${definition(name, column)}`,
        );
      } else if (type !== column.type) throw new ColumnTypeChangedError(table.name, name, column.type, type);
    }
  }
  const indexes = await indexesOf(client, table.name);
  for (const [name, declared] of Object.entries(table.indexes)) {
    if (indexes.has(name)) continue;
    await retryLocked(client, `CREATE INDEX IF NOT EXISTS ${name} ON read.${table.name} ${declared}`);
  }
  for (const name of table.retiredIndexes) {
    if (indexes.has(name)) await retryLocked(client, `DROP INDEX IF EXISTS read.${name}`);
  }
  return existing.size === 0 ? 'created' : 'kept';
}

function createTable(table: AnyTable): string {
  const columns = Object.entries<Column>(table.columns).map(([name, column]) => definition(name, column));
  return `CREATE TABLE IF NOT EXISTS read.${table.name} (
    generation integer NOT NULL, ${columns.join(', ')}, PRIMARY KEY (generation, ${table.key.join(', ')})
  )`;
}

function definition(name: string, { type, generated }: Column): string {
  return generated === undefined
    ? `${name} ${type}`
    : `${name} ${type} GENERATED ALWAYS AS (${generated}) STORED`;
}

async function columnsOf(client: pg.Client, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
    [`read.${table}`],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** Read first, because `IF NOT EXISTS` locks the table even when the index exists. */
async function indexesOf(client: pg.Client, table: string): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'read' AND tablename = $1`,
    [table],
  );
  return new Set(rows.map(({ name }) => name));
}

async function retryLocked(client: pg.Client, statement: string): Promise<void> {
  for (;;) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
      // Lets queued readers proceed.
      await client.query('SELECT pg_sleep(0.05)');
    }
  }
}
