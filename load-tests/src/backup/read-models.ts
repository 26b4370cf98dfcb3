import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startPostgres } from '@landline/infra/postgres/postgres';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { nextMessage, startChild, stopChildren } from '../children.ts';
import { until } from '../until.ts';

const EVENT_STORE = new URL('../../../infra/src/event-store/main.ts', import.meta.url);
const PROJECTIONS = new URL('../../../projections/src/main.ts', import.meta.url);
const WAIT_OPTIONS = { pollMs: 250, timeoutMs: 3_600_000 };
/** Tables of schema `read` that are not read models. */
const RUNNER_TABLES = ['checkpoint', 'parked_event'];

/** Starts PostgreSQL of a stopped installation while `work` runs. */
async function withPostgres<T>(
  dataDir: string,
  work: (url: (database: string) => string) => Promise<T>,
): Promise<T> {
  const home = path.join(dataDir, 'postgres');
  const postgres = await startPostgres({ dataDir: home });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop('fast');
    // The file names this process as the owner; while it runs, no other process could start the cluster.
    await rm(path.join(home, 'owner.json'), { force: true });
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Copies the events that `targetDir` lacks and all encryption keys from the installation in `sourceDir` to the one
 * in `targetDir`. Returns the number of copied events.
 */
export async function copyLaterEvents(sourceDir: string, targetDir: string): Promise<number> {
  return withPostgres(sourceDir, (sourceUrl) =>
    withPostgres(targetDir, async (targetUrl) => {
      const copy = (source: pg.Client, target: pg.Client, rows: string, table: string) =>
        pipeline(
          source.query(to(`COPY (${rows}) TO STDOUT (FORMAT binary)`)),
          target.query(from(`COPY ${table} FROM STDIN (FORMAT binary)`)),
        );
      const events = await withClient(targetUrl('eventstore'), async (target) => {
        const { rows } = await target.query<{ last: string }>(
          'SELECT max(position) AS last FROM event_store.event',
        );
        const missing = `SELECT * FROM event_store.event WHERE position > ${Number(rows[0]?.last)}`;
        await withClient(sourceUrl('eventstore'), (source) =>
          copy(source, target, missing, 'event_store.event'),
        );
        const { rows: added } = await target.query<{ events: number }>(
          `SELECT count(*)::int AS events FROM (${missing}) AS missing`,
        );
        return added[0]?.events ?? 0;
      });
      await withClient(targetUrl('landline'), async (target) => {
        await target.query('TRUNCATE api.subject_key');
        await withClient(sourceUrl('landline'), (source) =>
          copy(source, target, 'SELECT * FROM api.subject_key', 'api.subject_key'),
        );
      });
      return events;
    }),
  );
}

/** Starts only the databases, event store and projections; runs `work` once every event is projected. */
export async function withProjections<T>(
  dataDir: string,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  return withPostgres(dataDir, async (url) => {
    const eventStore = startChild(EVENT_STORE, {
      EVENTSTORE_DATABASE_URL: url('eventstore'),
      LOG_LEVEL: 'warn',
    });
    const { url: EVENTSTORE_URL } = await nextMessage<{ url: string }>(eventStore);
    const projections = startChild(PROJECTIONS, {
      DATABASE_URL: url('landline'),
      EVENTSTORE_URL,
      LOG_LEVEL: 'warn',
    });
    try {
      await nextMessage(projections);
      const last = await withClient(url('eventstore'), async (client) => {
        const { rows } = await client.query<{ last: string }>(
          'SELECT max(position) AS last FROM event_store.event',
        );
        return Number(rows[0]?.last);
      });
      await waitUntilCaughtUp(url('landline'), last);
      return await work(url('landline'));
    } finally {
      await stopChildren(projections);
      await stopChildren(eventStore);
    }
  });
}

/** Waits until every read model has reached a position. */
export async function waitUntilCaughtUp(databaseUrl: string, position: number): Promise<void> {
  await withClient(databaseUrl, (client) =>
    until('every read model is live', WAIT_OPTIONS, async () => {
      const { rows } = await client.query<{ behind: number; live: number }>(
        `SELECT count(*) FILTER (WHERE c.position < $1)::int AS behind, count(*)::int AS live
         FROM read.projector p JOIN read.checkpoint c ON c.projector = p.name AND c.generation = p.live_generation`,
        [position],
      );
      return rows[0] !== undefined && rows[0].live > 10 && rows[0].behind === 0;
    }),
  );
}

/** Returns row count and digest of the live rows of each table. */
export async function readModels(databaseUrl: string): Promise<Map<string, string>> {
  return withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'read' AND column_name = 'generation' AND NOT table_name = ANY($1) ORDER BY 1`,
      [RUNNER_TABLES],
    );
    const models = new Map<string, string>();
    for (const { name } of tables) {
      // A sum of digests does not depend on order, so nothing has to be sorted.
      const { rows } = await client.query<{ rows: string }>(
        `SELECT count(*) || ' ' || coalesce(sum(('x' || substr(digest, 1, 15))::bit(60)::bigint), 0)
           || ' ' || coalesce(sum(('x' || substr(digest, 17, 15))::bit(60)::bigint), 0) AS rows
         FROM (SELECT md5((to_jsonb(t) - 'generation')::text) AS digest FROM read.${pg.escapeIdentifier(name)} AS t
           WHERE generation IN (SELECT live_generation FROM read.projector)) AS digests`,
      );
      models.set(name, rows[0]?.rows ?? '');
    }
    return models;
  });
}
