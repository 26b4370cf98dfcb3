import { randomInt } from 'node:crypto';
import type { RecordedEvent } from '@landline/event-schemas';
import { changesOf } from '@landline/projections/projector';
import { Fold } from '@landline/projections/runner/fold';
import { write } from '@landline/projections/runner/write-rows';
import type { AnyTable } from '@landline/projections/table';
import type { Pool, PoolClient } from 'pg';
import { AS_OF_PAGE_ROWS } from '../contract.ts';
import type { ListSource } from './list-sources.ts';

type Row = Readonly<Record<string, unknown>>;
type ReadEvents = (take: (events: RecordedEvent[]) => Promise<void>) => Promise<void>;

/** Projects the events from `read` and returns one page of rows, optionally of one client. */
export type PastRows = (
  source: ListSource,
  selection: { client: string | undefined; page: number },
  read: ReadEvents,
) => Promise<{ total: number; rows: readonly Row[] }>;

/** Projects in memory; for tables that only have row changes. */
export const rowsInMemory: PastRows = async ({ projector, table }, { client, page }, read) => {
  const fold = new Fold();
  await read(async (events) => {
    for (const event of events) {
      // Skips the projector's other tables, which may have many times as many rows.
      fold.take(changesOf(projector, event).filter((change) => 'table' in change && change.table === table));
    }
  });
  const all = rowsIn(fold, table);
  const rows = client === undefined ? all : all.filter(({ client_id }) => client_id === client);
  return { total: rows.length, rows: rows.slice((page - 1) * AS_OF_PAGE_ROWS, page * AS_OF_PAGE_ROWS) };
};

function rowsIn({ steps }: Fold, table: AnyTable): Row[] {
  return steps.flatMap((step) => {
    if (!(step instanceof Map)) throw new Error(`${table.name} has changes other than rows`);
    const rows = step.get(table);
    if (!rows) return [];
    // A patched row that was never put does not exist.
    const remaining = [...rows.byKey.values()].flatMap((row) => (row.outcome === 'put' ? [row.row] : []));
    return [...rows.appended, ...remaining];
  });
}

/** Projects into a temporary generation inside a transaction that is rolled back after its rows are read. */
export const rowsInDatabase =
  (pool: Pool): PastRows =>
  ({ projector, table }, { client, page }, read) =>
    inRolledBackTransaction(pool, async (db) => {
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

async function inRolledBackTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const ignore = () => undefined; // the next statement on a broken connection rejects
  client.on('error', ignore);
  let isClean = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('ROLLBACK');
    isClean = true;
    return result;
  } finally {
    client.off('error', ignore);
    client.release(!isClean);
  }
}
