import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { withSecrets } from '@landline/runtime/process/environment';
import { setExitTask } from '@landline/runtime/process/exit-task';
import { sendHeartbeats } from './heartbeat.ts';
import { reportProcess } from './report.ts';
import { restartReason } from './restart-reason.ts';

/**
 * Returns `worker` for `api/src/worker.ts`, `api` for `api/src/main.ts`, `relay` for
 * `projections/src/relay/main.ts`.
 */
function nameOf(entry: string): string {
  const { name, dir } = path.parse(entry);
  if (name !== 'main') return name;
  return dir.split(path.sep).findLast((folder) => folder !== 'src') ?? name;
}

// Loaded before an entry point with `node --import`. Worker threads are part of their process and do not report.
const [, entry] = process.argv;
const { DATABASE_URL } = withSecrets();
if (isMainThread) {
  const reporter =
    entry && DATABASE_URL ? reportProcess(nameOf(entry), DATABASE_URL, restartReason()) : undefined;
  if (reporter) setExitTask(reporter.remove);
  // The supervisor may have reported this process as hung, so report immediately after a late heartbeat.
  sendHeartbeats(() => reporter?.report());
}
