import os from 'node:os';
import pg from 'pg';
import { EVENT_LOOP_BLOCKED } from './restart-reason.ts';

const TIMEOUT_MS = 5_000;

const REPORT = `
  UPDATE api.process SET reported_at = now(), stuck_since = now() - make_interval(secs => $3),
    error_code = $4, error_message = $5, error_at = now()
  WHERE host = $1 AND pid = $2`;

/** Reports a process of this machine whose event loop is blocked, since it cannot do so. Its own next report replaces this one. */
export async function reportHang(pid: number, databaseUrl: string, silentMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'process report',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined); // the query rejects as well
  try {
    await client.connect();
    const message = 'Its event loop is blocked; it sends no heartbeat';
    await client.query(REPORT, [os.hostname(), pid, silentMs / 1_000, EVENT_LOOP_BLOCKED, message]);
  } finally {
    client.end().catch(() => undefined);
  }
}
