import { pipeline } from 'node:stream/promises';
import { openTestDatabases, type TestDatabases } from '@landline/infra/testing/services';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bigint,
  boolean,
  type Column,
  double,
  integer,
  integerArray,
  jsonb,
  text,
  textArray,
  timestamp,
  uuid,
} from '../table.ts';
import { copyBinary } from './copy-binary.ts';

const COLUMNS: [string, Column][] = [
  ['words', text()],
  ['list', textArray()],
  ['id', uuid()],
  ['whole', integer()],
  ['numbers', integerArray()],
  ['large', bigint()],
  ['real', double()],
  ['flag', boolean()],
  ['tree', jsonb()],
  ['at', timestamp()],
];

let postgres: TestDatabases;
let client: pg.Client;

beforeAll(async () => {
  postgres = await openTestDatabases();
  client = new pg.Client({ connectionString: await postgres.database('landline') });
  await client.connect();
  const columns = COLUMNS.map(([name, { type }]) => `${name} ${type}`);
  await client.query(`CREATE TABLE item (generation integer, ${columns.join(', ')})`);
});
afterAll(async () => {
  await client.end();
  await postgres.dispose();
});

/** Returns the rows as PostgreSQL reads them. */
async function copyAndRead(rows: Record<string, unknown>[]): Promise<unknown[]> {
  await client.query('TRUNCATE item');
  await pipeline(copyBinary(7, COLUMNS, rows), client.query(from('COPY item FROM STDIN (FORMAT binary)')));
  const result = await client.query('SELECT to_jsonb(item) AS row FROM item');
  return result.rows.map(({ row }) => row);
}

const NOTHING = Object.fromEntries(COLUMNS.map(([name]) => [name, null]));

describe('copyBinary', () => {
  test('writes every column type unchanged, including empty and missing values', async () => {
    const full = {
      numbers: [1, -2_147_483_648, 2_147_483_647],
      words: 'Größe\t"a"\\N',
      list: ['', 'x,y', '{', null, 'NULL'],
      id: 'e1a16e5f-AA78-8341-bd47-d8b6794649c5',
      whole: -2_147_483_648,
      large: 9_223_372_036_854_775_807n,
      real: -0.1,
      flag: false,
      tree: { ä: [1, null, 'x'] },
      at: '1999-12-31T23:59:59.999Z',
    };
    const empty = { ...NOTHING, words: '', list: [], tree: null, large: 5 };
    expect(await copyAndRead([full, empty, {}])).toEqual([
      {
        ...full,
        generation: 7,
        id: full.id.toLowerCase(),
        large: Number(full.large),
        at: '1999-12-31T23:59:59.999+00:00',
      },
      { ...empty, generation: 7 },
      { ...NOTHING, generation: 7 },
    ]);
  });

  test('writes text and JSON of any length', async () => {
    const rows = [0, 1, 39, 40, 41, 70_000, 300_000].map((length) => ({
      ...NOTHING,
      words: 'ü'.repeat(length),
      tree: 'x'.repeat(length),
    }));
    const copied = (await copyAndRead(rows)) as typeof rows;
    expect(copied.map(({ words, tree }) => [words, tree])).toEqual(
      rows.map(({ words, tree }) => [words, tree]),
    );
  });
});

test('replaces NUL characters in text and JSON', async () => {
  const [row] = await copyAndRead([{ words: 'a\0b', tree: { text: 'c\0d', path: 'C:\\u0000' } }]);
  expect(row).toMatchObject({ words: 'a\ufffdb', tree: { text: 'c\ufffdd', path: 'C:\\u0000' } });
});

test.each([
  ['words', 5n],
  ['words', { text: 'a' }],
  ['list', ['a', undefined]],
  ['whole', 5n],
  ['id', 'e1a16e5f-aa78-8341-bd47-d8b6794649c'],
  ['id', 'e1a16e5f-aa78-8341-bd47+d8b6794649c5'],
  ['id', 'e1a16e5f-aa78-8341-bd47-d8b6794649cg'],
  ['whole', 1.5],
  ['whole', 2_147_483_648],
  ['whole', '1'],
  ['large', 1.5],
  ['real', '1'],
  ['flag', 'true'],
  ['list', 'a'],
  ['at', 'yesterday'],
])('column %s rejects %o', (name, value) => {
  expect(() => [...copyBinary(1, COLUMNS, [{ [name]: value }])]).toThrow(/ is not an? /);
});
