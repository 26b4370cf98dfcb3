import type pg from 'pg';

/** Last report of a process on how it follows the event log. */
interface ProcessReport {
  readonly name: string;
  readonly reporting: boolean;
  /** True once it has begun to follow the event log. */
  readonly followed: boolean;
  /** Time for which it has restarted, retried the same events or hung, in seconds; null while it follows the log. */
  readonly stuckSeconds: number | null;
  /** Last error, if it is less than an hour old. */
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/** State of all processes of one name. */
export interface ProcessState {
  readonly process: string;
  /**
   * `missing`: none reports. `starting`: none has followed the log yet. `stuck`: one keeps restarting, retries the
   * same events, or hangs.
   */
  readonly state: 'following' | 'starting' | 'stuck' | 'missing';
  readonly stuckSeconds: number | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/** Processes that every installation needs besides the API, which reports itself by responding. */
const REQUIRED = ['worker', 'projections', 'scoring-engine'];
/** Processes that follow the log but do not run in every installation. */
const OPTIONAL = ['anchor', 'relay'];
/** Age above which a report counts as missing; processes report every ten seconds. */
const SILENT_SECONDS = 30;

const REPORTS = `
  SELECT name, reported_at > now() - make_interval(secs => ${SILENT_SECONDS}) AS reporting,
    followed_at IS NOT NULL AS followed, extract(epoch FROM reported_at - stuck_since)::float8 AS "stuckSeconds",
    CASE WHEN error_at > now() - interval '1 hour' THEN error_code END AS "errorCode",
    CASE WHEN error_at > now() - interval '1 hour' THEN error_message END AS "errorMessage"
  FROM api.process ORDER BY name, error_at DESC NULLS LAST`;

/**
 * Returns the state of the required processes, of the anchor process and the relay once they have reported (the anchor
 * always in an embedded installation), of the API if it had an error in the last hour, and of every stuck process.
 */
export async function readProcessStates(pool: pg.Pool, isEmbedded: boolean): Promise<ProcessState[]> {
  const { rows } = await pool.query<ProcessReport>(REPORTS);
  const reportedNames = new Set(rows.map(({ name }) => name));
  const optional = OPTIONAL.filter((name) => reportedNames.has(name) || (isEmbedded && name === 'anchor'));
  const apisWithErrors = rows.filter(({ name, errorCode }) => name === 'api' && errorCode !== null);
  // A supervisor also reports a process that does not follow the log, if its event loop is blocked.
  const stuck = rows.filter(({ reporting, stuckSeconds }) => reporting && stuckSeconds !== null);
  const names = new Set([
    ...(apisWithErrors.length > 0 ? ['api'] : []),
    ...REQUIRED,
    ...optional,
    ...stuck.map(({ name }) => name),
  ]);
  return [...names].map((name) =>
    stateOf(
      name,
      rows.filter((row) => row.name === name),
    ),
  );
}

function stateOf(process: string, reports: readonly ProcessReport[]): ProcessState {
  const reporting = reports.filter((report) => report.reporting);
  const [stuck] = reporting
    .filter(({ stuckSeconds }) => stuckSeconds !== null)
    .sort((a, b) => (b.stuckSeconds ?? 0) - (a.stuckSeconds ?? 0));
  const failedProcess = stuck ?? reports.find(({ errorCode }) => errorCode !== null);
  const follows = process === 'api' || reporting.some(({ followed }) => followed);
  return {
    process,
    state: reporting.length === 0 ? 'missing' : stuck ? 'stuck' : follows ? 'following' : 'starting',
    stuckSeconds: stuck?.stuckSeconds ?? null,
    errorCode: failedProcess?.errorCode ?? null,
    errorMessage: failedProcess?.errorMessage ?? null,
  };
}
