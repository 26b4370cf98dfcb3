import os from 'node:os';
import { onProgressChange, processProgress } from '@landline/runtime/process/progress';
import { within } from '@landline/runtime/process/within';
import type pg from 'pg';
import { withReportConnection } from './report-connection.ts';
import type { RestartReason } from './restart-reason.ts';

const REPORT_INTERVAL_MS = 10_000;
const RETRY_MS = 1_000;
/** Time limit for the removal of a report, in milliseconds: an unavailable database must not delay an exit. */
const REMOVAL_MS = 1_000;

const SELECT_PROCESSES = 'SELECT pid FROM api.process WHERE host = $1';
/** Deletes the given processes of this machine, and all processes without a report for an hour. */
const DELETE_PROCESSES = `
  DELETE FROM api.process WHERE (host = $1 AND pid = ANY($2::int[])) OR reported_at < now() - interval '1 hour'`;
const DELETE_REPORT = 'DELETE FROM api.process WHERE host = $1 AND pid = $2';
const UPSERT_REPORT = `
  INSERT INTO api.process (host, pid, name, started_at, reported_at, heap_used, heap_total, rss, cpu,
    position, followed_at, stuck_since, error_code, error_message, error_at)
  VALUES ($1, $2, $3, now() - make_interval(secs => $4), now(), $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  ON CONFLICT (host, pid) DO UPDATE SET name = excluded.name, started_at = excluded.started_at,
    reported_at = excluded.reported_at, heap_used = excluded.heap_used, heap_total = excluded.heap_total,
    rss = excluded.rss, cpu = excluded.cpu, position = excluded.position, followed_at = excluded.followed_at,
    stuck_since = excluded.stuck_since, error_code = excluded.error_code,
    error_message = excluded.error_message, error_at = excluded.error_at`;

export interface ProcessReporter {
  /** Reports immediately. */
  report(): void;
  /** Ends reporting and removes the report, so that a stopped process does not count as missing. Never rejects. */
  remove(): Promise<void>;
}

/**
 * Reports the state of this process for Database Health: every ten seconds, and whenever it starts to follow the log
 * or to fail. `restart` is the supervisor's reason for restarting it, shown as its last error until it has another.
 */
export function reportProcess(name: string, databaseUrl: string, restart?: RestartReason): ProcessReporter {
  const restartedAt = new Date();
  let before = process.cpuUsage();
  let at = performance.now();
  let hasDeletedDead = false;

  async function report(): Promise<void> {
    await withReportConnection(databaseUrl, async (client) => {
      // Only at the start: a process that dies later has to stay in the table as missing.
      const dead = hasDeletedDead ? [] : await deadProcesses(client);
      await client.query(DELETE_PROCESSES, [os.hostname(), dead]);
      hasDeletedDead = true;
      const { user, system } = process.cpuUsage(before);
      const cpu = (user + system) / 1_000 / (performance.now() - at);
      before = process.cpuUsage();
      at = performance.now();
      const { heapUsed, heapTotal, rss } = process.memoryUsage();
      const usage = [heapUsed, heapTotal, rss, cpu];
      const { position, followedAt, stuckSince, lastError } = processProgress();
      const error = lastError ?? (restart && { ...restart, at: restartedAt });
      const progress = [position, followedAt, stuckSince, error?.code, error?.message, error?.at];
      await client.query(UPSERT_REPORT, [
        os.hostname(),
        process.pid,
        name,
        process.uptime(),
        ...usage,
        ...progress,
      ]);
    });
  }

  // The database or the table may not exist yet; the page shows a missing report by its age.
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<unknown> | undefined;
  let isOutdated = false;
  let isRemoved = false;
  const tick = async () => {
    if (isRemoved) return;
    if (current) {
      isOutdated = true;
      return;
    }
    clearTimeout(timer);
    isOutdated = false;
    const reported = report().then(
      () => REPORT_INTERVAL_MS,
      () => RETRY_MS,
    );
    current = reported;
    const delay = await reported;
    current = undefined;
    timer = setTimeout(tick, isOutdated ? 0 : delay).unref();
  };
  const remove = async () => {
    isRemoved = true;
    await current; // a report that is stored later would stay
    await withReportConnection(databaseUrl, async (client) => {
      await client.query(DELETE_REPORT, [os.hostname(), process.pid]);
    });
  };
  onProgressChange(tick);
  void tick();
  return {
    report: tick,
    remove: () =>
      within(REMOVAL_MS, remove(), () => new Error('The report could not be removed in time')).catch(
        () => undefined, // other processes remove it an hour later
      ),
  };
}

/** Returns the ids of this machine's reported processes that no longer exist. */
async function deadProcesses(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(SELECT_PROCESSES, [os.hostname()]);
  return rows.map(({ pid }) => pid).filter((pid) => !isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
