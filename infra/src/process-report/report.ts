import os from 'node:os';
import pg from 'pg';

const EVERY_MS = 10_000;
const AGAIN_MS = 1_000;

/**
 * Deletes processes of this machine that have exited, and those of other machines without a report for an
 * hour.
 */
const KNOWN = 'SELECT pid FROM api.process WHERE host = $1';
const FORGET = `
  DELETE FROM api.process WHERE (host = $1 AND pid = ANY($2::int[])) OR reported_at < now() - interval '1 hour'`;
const REPORT = `
  INSERT INTO api.process (host, pid, name, started_at, reported_at, heap_used, heap_total, rss, cpu)
  VALUES ($1, $2, $3, now() - make_interval(secs => $4), now(), $5, $6, $7, $8)
  ON CONFLICT (host, pid) DO UPDATE SET name = excluded.name, started_at = excluded.started_at,
    reported_at = excluded.reported_at, heap_used = excluded.heap_used, heap_total = excluded.heap_total,
    rss = excluded.rss, cpu = excluded.cpu`;

/** Reports the state of this process every ten seconds for Database Health. */
export function reportProcess(name: string, databaseUrl: string): void {
  let before = process.cpuUsage();
  let at = performance.now();
  let hasForgotten = false;

  async function report(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'process report',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on('error', () => undefined); // the query rejects as well
    try {
      await client.connect();
      if (!hasForgotten) await forgetTheDead(client);
      hasForgotten = true;
      const { user, system } = process.cpuUsage(before);
      const cpu = (user + system) / 1_000 / (performance.now() - at);
      before = process.cpuUsage();
      at = performance.now();
      const { heapUsed, heapTotal, rss } = process.memoryUsage();
      const values = [os.hostname(), process.pid, name, process.uptime(), heapUsed, heapTotal, rss, cpu];
      await client.query(REPORT, values);
    } finally {
      client.end().catch(() => undefined);
    }
  }

  // The database or the table may not exist yet; the page shows a missing report by its age.
  const tick = () =>
    report().then(
      () => setTimeout(tick, EVERY_MS).unref(),
      () => setTimeout(tick, AGAIN_MS).unref(),
    );
  void tick();
}

async function forgetTheDead(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(KNOWN, [os.hostname()]);
  const dead = rows.map(({ pid }) => pid).filter((pid) => !isAlive(pid));
  await client.query(FORGET, [os.hostname(), dead]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
