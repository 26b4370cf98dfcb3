import { openTestDatabases, type TestDatabases } from '@landline/infra/testing/services';
import { transaction } from '@landline/runtime/postgres/transaction';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { append, batchSql, type Change, increment, patch, put, recount, remove, sql } from '../projector.ts';
import { migrate } from '../schema/migrate.ts';
import { bigint, generated, integer, jsonb, nullable, table, text, textArray, timestamp } from '../table.ts';
import { Fold } from './fold.ts';
import { write } from './write-rows.ts';

const item = table('item', {
  key: ['kind', 'id'],
  columns: {
    kind: text(),
    id: integer(),
    name: nullable(text()),
    tags: textArray(),
    detail: nullable(jsonb<unknown>()),
    size: nullable(bigint()),
    count: integer(),
    doubled: generated(integer(), 'count * 2'),
  },
});

const keeping = table('keeping', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    tags: textArray(),
    detail: jsonb<unknown>(),
    size: bigint(),
    at: timestamp(),
    last_read: nullable(timestamp()),
  },
  kept: ['tags', 'detail', 'size', 'at', 'last_read'],
});

/** Only appended to. */
const entry = table('entry', { key: ['id'], columns: { id: integer(), name: text() } });

/** Sums of `item.count` by kind, one recomputed from all rows and one maintained from changed rows. */
const recomputed = table('recomputed', { key: ['kind'], columns: { kind: text(), total: integer() } });
const maintained = table('maintained', { key: ['kind'], columns: { kind: text(), total: integer() } });
const TOTALS = `
  SELECT kind, coalesce(sum(item.count), 0)::int AS total FROM json_to_recordset($2::json) AS touched(kind text)
  LEFT JOIN (SELECT * FROM read.item WHERE generation = $1) AS item USING (kind) GROUP BY kind`;
const RECOMPUTE = `
  INSERT INTO read.recomputed (generation, kind, total) SELECT $1::int, kind, total FROM (${TOTALS}) AS totals
  ON CONFLICT (generation, kind) DO UPDATE SET total = excluded.total`;
const MAINTAIN = {
  before: `SELECT json_agg(totals)::text FROM (${TOTALS}) AS totals`,
  after: `
    INSERT INTO read.maintained (generation, kind, total)
    SELECT $1::int, kind, totals.total - before.total FROM (${TOTALS}) AS totals
    JOIN json_to_recordset($3::json) AS before(kind text, total int) USING (kind)
    ON CONFLICT (generation, kind) DO UPDATE SET total = maintained.total + excluded.total`,
};

const TABLES = [item, keeping, entry, recomputed, maintained];

let postgres: TestDatabases;
let pool: pg.Pool;

beforeAll(async () => {
  postgres = await openTestDatabases();
  const databaseUrl = await postgres.database('landline');
  await migrate(databaseUrl, [{ name: 'items', version: 1, tables: TABLES, on: {} }]);
  pool = new pg.Pool({ connectionString: databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await postgres.dispose();
});

async function apply(generation: number, batches: readonly (readonly Change[])[]): Promise<void> {
  for (const batch of batches) {
    const fold = new Fold();
    fold.take(batch);
    await transaction(pool, (client) => write(client, generation, fold.steps));
  }
}

async function rows(generation: number, { name }: { name: string } = item): Promise<unknown[]> {
  const result = await pool.query(
    `SELECT to_jsonb(t) - 'generation' AS row FROM read.${name} AS t WHERE generation = $1 ORDER BY 1`,
    [generation],
  );
  return result.rows.map(({ row }) => row);
}

const key = fc.record({ kind: fc.constantFrom('a', 'b'), id: fc.integer({ min: 1, max: 3 }) });
// Any text except NUL, which PostgreSQL cannot store, and lone surrogates.
const words = fc.string({ unit: 'grapheme', maxLength: 8 }).map((value) => value.replaceAll('\0', ''));
const specialText = fc.constantFrom('\\N', '\t', '\n', '\r\n', '\\.', '"', '{a,b}', 'NULL', '', '\\');
const anyText = fc.oneof(words, specialText);
const values = {
  name: fc.option(anyText),
  tags: fc.array(anyText, { maxLength: 3 }),
  detail: fc.option(fc.record({ note: anyText, list: fc.array(fc.integer()) })),
  size: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
};
const itemChange: fc.Arbitrary<Change & { kind: string }> = fc.oneof(
  {
    weight: 3, // the other changes need a row
    arbitrary: fc
      .tuple(key, fc.record({ ...values, count: fc.integer({ min: -9, max: 9 }) }))
      .map(([k, row]) => ({ ...put(item, { ...k, ...row }), kind: k.kind })),
  },
  fc
    .tuple(key, fc.record({ ...values, count: fc.nat(9) }, { requiredKeys: [] }))
    .map(([k, set]) => ({ ...patch(item, k, set), kind: k.kind })),
  fc
    .tuple(key, fc.integer({ min: -9, max: 9 }))
    .map(([k, by]) => ({ ...increment(item, k, { count: by }), kind: k.kind })),
  key.map((k) => ({ ...remove(item, k), kind: k.kind })),
  fc.constant({
    ...sql('UPDATE read.item SET count = count + $2 WHERE generation = $1 AND kind = $3', 1, 'a'),
    kind: 'a',
  }),
);
let entries = 0;
/** The changes of an event. */
const changes: fc.Arbitrary<Change[]> = fc.oneof(
  {
    weight: 5,
    arbitrary: itemChange.map(({ kind, ...change }) => [
      change,
      batchSql(RECOMPUTE, { kind }),
      recount(MAINTAIN, { kind }),
    ]),
  },
  fc
    .record({
      id: fc.integer({ min: 1, max: 3 }),
      name: anyText,
      tags: fc.array(anyText, { maxLength: 3 }),
      detail: fc.record({ note: anyText }),
      size: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      at: fc
        .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((at) => at.toISOString()),
      last_read: fc.constantFrom(null, '2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z'),
    })
    .map((row) => [put(keeping, row)]),
  anyText.map((name) => [append(entry, { id: ++entries, name })]),
);

test('folded batches yield the same rows as single changes', async () => {
  const RUNS = 60;
  const events = fc.array(changes, { maxLength: 25, size: 'max' });
  let generation = 0;
  const rowCounts = TABLES.map(() => 0);
  await fc.assert(
    fc.asyncProperty(events, events, async (before, after) => {
      generation += 2;
      await apply(generation, [before.flat(), after.flat()]);
      await apply(generation + 1, [...before, ...after]);
      for (const [index, each] of TABLES.entries()) {
        const folded = await rows(generation, each);
        expect(folded, each.name).toEqual(await rows(generation + 1, each));
        rowCounts[index] = (rowCounts[index] ?? 0) + folded.length;
      }
    }),
    { numRuns: RUNS, verbose: 1 }, // prints the seed on failure
  );
  for (const count of rowCounts) expect(count).toBeGreaterThan(RUNS);
});

test('does not change other generations', async () => {
  const row = { kind: 'a', id: 1, name: null, tags: [], detail: null, size: null, count: 1 };
  await apply(1000, [[put(item, row)]]);
  await apply(1001, [
    [put(item, row)],
    [increment(item, row, { count: 5 }), patch(item, row, { name: 'x' })],
    [remove(item, row)],
  ]);
  expect(await rows(1000)).toEqual([{ ...row, doubled: 2 }]);
  expect(await rows(1001)).toEqual([]);
});

test('rejects all changes of an event if one lacks a key column', () => {
  const fold = new Fold();
  const row = { kind: 'a', id: 1, name: null, tags: [], detail: null, size: null, count: 1 };
  const keyless = put(item, { ...row, kind: undefined as unknown as string });
  expect(() => fold.take([put(item, row), keyless])).toThrow('kind');
  expect(fold.steps).toEqual([]);
});

test('leaves the row unchanged when a patch sets no columns', async () => {
  const generation = 1_000_001;
  const row = { kind: 'a', id: 1, name: 'A', tags: [], detail: null, size: null, count: 1 };
  const nothing = patch(item, { kind: 'a', id: 1 }, {});
  await apply(generation, [[put(item, row)], [nothing], [patch(item, { kind: 'b', id: 2 }, {})]]);
  expect(await rows(generation)).toEqual([{ ...row, doubled: 2 }]);
});

test('keeps the first value of a kept column of any type, within and across batches', async () => {
  const putWith = (count: number) =>
    put(keeping, {
      id: 1,
      name: `${count}`,
      tags: [`${count}`],
      detail: { count },
      size: BigInt(count),
      at: `2026-03-0${count}T09:00:00.000Z`,
      last_read: count === 1 ? null : `2026-03-0${count}T09:00:00.000Z`,
    });
  await apply(1, [[putWith(1), putWith(2)], [putWith(3)], [putWith(4), putWith(5)]]);
  const { rows } = await pool.query('SELECT * FROM read.keeping WHERE generation = 1');
  expect(rows).toEqual([
    {
      generation: 1,
      id: 1,
      name: '5',
      tags: ['1'],
      detail: { count: 1 },
      size: '1',
      at: new Date('2026-03-01T09:00:00.000Z'),
      last_read: null,
    },
  ]);
});

test('overwrites existing rows when a bulk COPY conflicts', async () => {
  const generation = 1_000_000;
  const all = (from: number, count: number) =>
    Array.from({ length: 1_000 }, (_, index) => {
      const id = from + index;
      return put(item, { kind: 'bulk', id, name: `${id}`, tags: [], detail: null, size: null, count });
    });
  await apply(generation, [all(1, 1), all(1_001, 1), all(1_500, 2)]);
  const counts = await pool.query(
    'SELECT count, count(*)::int AS rows, min(id), max(id) FROM read.item WHERE generation = $1 GROUP BY 1 ORDER BY 1',
    [generation],
  );
  expect(counts.rows).toEqual([
    { count: 1, rows: 1_499, min: 1, max: 1_499 },
    { count: 2, rows: 1_000, min: 1_500, max: 2_499 },
  ]);
});
