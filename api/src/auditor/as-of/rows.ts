import { randomInt } from 'node:crypto';
import type { RecordedEvent } from '@landline/event-schemas';
import { changesOf } from '@landline/projections/projector';
import { Fold } from '@landline/projections/runner/fold';
import { write } from '@landline/projections/runner/write';
import type { AnyTable } from '@landline/projections/table';
import type { Pool, PoolClient } from 'pg';
import { AS_OF_PAGE_ROWS } from '../contract.ts';
import type { PastList } from './lists.ts';

type Row = Readonly<Record<string, unknown>>;
type Read = (take: (events: RecordedEvent[]) => Promise<void>) => Promise<void>;

/** Makes a page of a list's rows of the events that `read` hands over, those of one client where it is named. */
export type PastRows = (
  list: PastList,
  wanted: { client: string | undefined; page: number },
  read: Read,
) => Promise<{ total: number; rows: readonly Row[] }>;

/** For lists that are made of rows alone. */
export const rowsInMemory: PastRows = async ({ projector, table }, { client, page }, read) => {
  const fold = new Fold();
  await read(async (events) => {
    for (const event of events) {
      // Of its other tables nothing is kept: there may be many times as much in them.
      fold.take(changesOf(projector, event).filter((change) => 'table' in change && change.table === table));
    }
  });
  const all = rowsIn(fold, table);
  const rows = client === undefined ? all : all.filter(({ client_id }) => client_id === client);
  return { total: rows.length, rows: rows.slice((page - 1) * AS_OF_PAGE_ROWS, page * AS_OF_PAGE_ROWS) };
};

function rowsIn({ steps }: Fold, table: AnyTable): Row[] {
  return steps.flatMap((step) => {
    if (!(step instanceof Map)) throw new Error(`${table.name} is not made of rows alone`);
    const rows = step.get(table);
    if (!rows) return [];
    // A row that was only changed was never there.
    const kept = [...rows.byKey.values()].flatMap((row) => (row.outcome === 'put' ? [row.row] : []));
    return [...rows.appended, ...kept];
  });
}

/**
 * For lists that the database has a part in making: a generation of its own, seen by nobody, in a transaction that is
 * taken back when its rows have been read.
 */
export const rowsInDatabase =
  (pool: Pool): PastRows =>
  ({ projector, table }, { client, page }, read) =>
    takenBack(pool, async (db) => {
      const generation = -randomInt(1, 2 ** 31);
      await read(async (events) => {
        const fold = new Fold();
        for (const event of events) fold.take(changesOf(projector, event));
        await write(db, generation, fold.steps);
      });
      const isOfClient = client !== undefined && 'client_id' in table.columns;
      const where = `generation = $1${isOfClient ? ' AND client_id = $2' : ''}`;
      const values = isOfClient ? [generation, client] : [generation];
      const counted = await db.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM read.${table.name} WHERE ${where}`,
        values,
      );
      const { rows } = await db.query<Row>(
        `SELECT * FROM read.${table.name} WHERE ${where} ORDER BY ${table.key.join(', ')}
         LIMIT ${AS_OF_PAGE_ROWS} OFFSET ${(page - 1) * AS_OF_PAGE_ROWS}`,
        values,
      );
      return { total: counted.rows[0]?.total ?? 0, rows };
    });

async function takenBack<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const ignore = () => undefined; // the next statement on a connection that broke rejects
  client.on('error', ignore);
  let isWhole = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('ROLLBACK');
    isWhole = true;
    return result;
  } finally {
    client.off('error', ignore);
    client.release(!isWhole);
  }
}
