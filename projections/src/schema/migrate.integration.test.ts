import { openTestDatabases, type TestDatabases } from '@landline/infra/testing/services';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Projector } from '../projector.ts';
import { projectors } from '../projectors/index.ts';
import { type AnyTable, integer, nullable, table, text } from '../table.ts';
import { ColumnTypeChangedError, migrate } from './migrate.ts';

const first = table('item', { key: ['id'], columns: { id: text(), name: text() } });
const later = table('item', {
  key: ['id'],
  columns: { id: text(), name: text(), size: nullable(integer()) },
  indexes: { item_by_size: '(generation, size)' },
});
const changed = table('item', { key: ['id'], columns: { id: text(), name: integer() } });
const projector = (table: AnyTable): Projector => ({ name: 'items', version: 1, tables: [table], on: {} });

let postgres: TestDatabases;
let databaseUrl: string;
let pool: pg.Pool;

beforeAll(async () => {
  postgres = await openTestDatabases();
  databaseUrl = await postgres.database('landline');
  pool = new pg.Pool({ connectionString: databaseUrl });
});
beforeEach(async () => {
  await pool.query('DROP SCHEMA IF EXISTS read CASCADE');
});
afterAll(async () => {
  await pool.end();
  await postgres.dispose();
});

const layout = async () => {
  const { rows } = await pool.query(
    `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'read'
     UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'read' ORDER BY 1, 2`,
  );
  return rows;
};

test('allows concurrent and repeated migrations', async () => {
  await Promise.all(Array.from({ length: 3 }, () => migrate(databaseUrl, projectors)));
  const before = await layout();
  await migrate(databaseUrl, projectors);
  expect(await layout()).toEqual(before);
});

test('adds newly declared columns and indexes and keeps the rows', async () => {
  await migrate(databaseUrl, [projector(first)]);
  await pool.query(`INSERT INTO read.item VALUES (1, 'a', 'A')`);
  await migrate(databaseUrl, [projector(later)]);
  const { rows } = await pool.query('SELECT * FROM read.item');
  expect(rows).toEqual([{ generation: 1, id: 'a', name: 'A', size: null }]);
  expect(await layout()).toContainEqual(expect.objectContaining({ column_name: 'item_by_size' }));
});

test('keeps columns that an older build does not declare', async () => {
  await migrate(databaseUrl, [projector(later)]);
  const before = await layout();
  await migrate(databaseUrl, [projector(first)]);
  expect(await layout()).toEqual(before);
});

test('drops a retired index', async () => {
  await migrate(databaseUrl, [projector(later)]);
  await migrate(databaseUrl, [projector({ ...first, retiredIndexes: ['item_by_size'] })]);
  expect(await layout()).not.toContainEqual(expect.objectContaining({ column_name: 'item_by_size' }));
});

test('rejects a changed column type', async () => {
  await migrate(databaseUrl, [projector(first)]);
  await expect(migrate(databaseUrl, [projector(changed)])).rejects.toThrow(ColumnTypeChangedError);
});

test('does not block readers while it waits to add a column', async () => {
  await migrate(databaseUrl, [projector(first)]);
  const slow = await pool.connect();
  await slow.query('BEGIN');
  await slow.query('SELECT FROM read.item');
  const migrated = migrate(databaseUrl, [projector(later)]).then(() => 'migrated');
  await waitForBlockedLock();
  const startedAt = performance.now();
  await pool.query('SELECT FROM read.item');
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  expect(await Promise.race([migrated, Promise.resolve('waiting')])).toBe('waiting');
  await slow.query('COMMIT');
  slow.release();
  expect(await migrated).toBe('migrated');
});

async function waitForBlockedLock(): Promise<void> {
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await pool.query(`SELECT count(*)::int AS waiting FROM pg_locks
       WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    waiting = rows[0].waiting;
  }
}
