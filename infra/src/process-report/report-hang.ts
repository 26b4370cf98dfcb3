import os from 'node:os';
import { withReportConnection } from './report-connection.ts';
import { EVENT_LOOP_BLOCKED } from './restart-reason.ts';

/** Keeps `stuck_since` and the error of a process that was already stuck. */
const REPORT = `
  UPDATE api.process SET reported_at = now(), stuck_since = LEAST(stuck_since, now() - make_interval(secs => $3)),
    error_code = CASE WHEN error_at >= stuck_since THEN error_code ELSE $4 END,
    error_message = CASE WHEN error_at >= stuck_since THEN error_message ELSE $5 END,
    error_at = CASE WHEN error_at >= stuck_since THEN error_at ELSE now() END
  WHERE host = $1 AND pid = $2`;

/**
 * Reports a process of this machine whose blocked event loop keeps it from reporting itself; its own next report
 * replaces this one. `silentMs` returns the time since the last heartbeat. A heartbeat that arrives before the
 * connection is open cancels the report.
 */
export async function reportHang(pid: number, databaseUrl: string, silentMs: () => number): Promise<void> {
  const before = silentMs();
  await withReportConnection(databaseUrl, async (client) => {
    const silent = silentMs();
    if (silent < before) return;
    const message = 'Its event loop is blocked; it sends no heartbeat';
    await client.query(REPORT, [os.hostname(), pid, silent / 1_000, EVENT_LOOP_BLOCKED, message]);
  });
}
