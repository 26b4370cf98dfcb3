import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabases, type TestDatabases } from '../testing/services.ts';
import { CopyFromQuery } from './copy-from-query.ts';

let postgres: TestDatabases;
let client: pg.Client;

beforeAll(async () => {
  postgres = await openTestDatabases();
  client = new pg.Client({ connectionString: await postgres.database('copied') });
  await client.connect();
  await client.query('CREATE TABLE item (number int8 PRIMARY KEY, words text, bytes bytea)');
});

afterAll(async () => {
  await client?.end();
  await postgres?.dispose();
});

type Rows = ConstructorParameters<typeof CopyFromQuery>[1];

async function copy(rows: Rows): Promise<void> {
  const into = new CopyFromQuery('item (number, words, bytes)', rows);
  client.query(into);
  await into.finished;
}

const items = async () => (await client.query('SELECT * FROM item ORDER BY number')).rows;

test('copies rows unchanged; if one is rejected, copies none and keeps the connection usable', async () => {
  const long = Buffer.alloc(3_000_000, 'ü');
  await copy([
    [0, '', Buffer.alloc(0)],
    [2 ** 53 - 1, 'π ≈ 3.14 😀', Buffer.from([0, 255])],
    [undefined, 'the greatest', long],
  ]);
  const before = await items();
  expect(before).toEqual([
    { number: '0', words: '', bytes: Buffer.alloc(0) },
    { number: String(2 ** 53 - 1), words: 'π ≈ 3.14 😀', bytes: Buffer.from([0, 255]) },
    { number: String(2n ** 63n - 1n), words: 'the greatest', bytes: long },
  ]);
  const refused = copy([
    [1, 'new', long],
    [0, 'taken', long],
    [2, 'new', long],
  ]);
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  expect(await items()).toEqual(before);
  await copy([[1, 'new', Buffer.alloc(1)]]);
  expect(await items()).toHaveLength(4);
});
