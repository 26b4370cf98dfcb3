import type { MissingTable } from '@landline/projections/admin';
import type { ProcessState } from '../../platform/metrics/process-states.ts';
import type { Alert, DatabaseHealth } from './contract.ts';
import {
  errorRateLevel,
  heapLevel,
  queueLevel,
  responseTimeLevel,
  slowRequestsLevel,
} from './levels-contract.ts';

type Measurements = Pick<
  DatabaseHealth,
  'checkedAt' | 'performance' | 'processes' | 'database' | 'projections' | 'parkedEvents'
> & {
  states: readonly ProcessState[];
  missingTables: readonly MissingTable[];
  pendingPages: number;
};

/** Lag of a read model, or time without progress of a process, above which an alert is raised. */
const MAX_LAG_SECONDS = 30;
/** Share of connections in use above which the database raises an alert. */
const MAX_CONNECTION_SHARE = 0.8;

/** Returns alerts for values beyond the thresholds of spec 002 §9 and the constants above, critical ones first. */
export function alertsOf(measured: Measurements): Alert[] {
  const { checkedAt } = measured;
  const alerts = [
    ...stateAlerts(measured),
    ...requestAlerts(measured),
    ...processAlerts(measured),
    ...databaseAlerts(measured),
  ].map(({ timestamp = checkedAt, ...alert }) => ({ ...alert, timestamp }));
  const rank = ({ level }: Alert) => (level === 'critical' ? 0 : 1);
  return alerts.sort((a, b) => rank(a) - rank(b));
}

type NewAlert = Omit<Alert, 'timestamp'> & { timestamp?: string };

function requestAlerts({
  performance: { error_rate_percent, ...requests },
  pendingPages,
}: Measurements): NewAlert[] {
  const found: NewAlert[] = [];
  const errors = errorRateLevel(error_rate_percent);
  if (errors !== 'Good') {
    const message = `${error_rate_percent}% of requests failed in the last 24 hours`;
    found.push({ level: errors === 'Critical' ? 'critical' : 'warning', message });
  }
  const average = requests.avg_response_time_ms;
  if (average !== null && responseTimeLevel(average) === 'Slow')
    found.push({ level: 'warning', message: `Average response time is ${Math.round(average)} ms` });
  if (slowRequestsLevel(requests.slow_requests) === 'High')
    found.push({
      level: 'warning',
      message: `${requests.slow_requests} slow requests in the last 24 hours`,
    });
  if (queueLevel(pendingPages) === 'High Queue')
    found.push({ level: 'warning', message: `${pendingPages} pages are waiting to be crawled` });
  return found;
}

/** Returns the alerts about processes that do not follow the log and about missing tables. */
function stateAlerts({ states, missingTables }: Measurements): NewAlert[] {
  const processes = states.flatMap(({ process, state, stuckSeconds, errorMessage }): NewAlert[] => {
    const error = errorMessage === null ? '' : `: ${errorMessage}`;
    if (state === 'missing') return [{ level: 'critical', message: `${process} is not running${error}` }];
    if (state !== 'stuck' || (stuckSeconds ?? 0) < MAX_LAG_SECONDS) return [];
    const seconds = Math.round(stuckSeconds ?? 0);
    return [
      {
        level: 'critical',
        message: `${process} has made no progress in the event log for ${seconds} s${error}`,
      },
    ];
  });
  const tables = missingTables.map(
    ({ projector, table }): NewAlert => ({
      level: 'critical',
      message: `${projector} is missing its table read.${table}; rebuild it`,
    }),
  );
  return [...processes, ...tables];
}

function processAlerts({ processes }: Measurements): NewAlert[] {
  return processes.flatMap(({ name, host, pid, memory: { heapUsed }, reporting, reportedAt }): NewAlert[] => {
    const label = `${name} (process ${pid} on ${host})`;
    if (!reporting)
      return [{ level: 'critical', message: `${label} has stopped reporting`, timestamp: reportedAt }];
    const heap = heapLevel(heapUsed);
    if (heap === 'Good') return [];
    const message = `${label} uses ${heapUsed} MB of heap`;
    return [{ level: heap === 'High' ? 'critical' : 'warning', message, timestamp: reportedAt }];
  });
}

function databaseAlerts({ database, projections, parkedEvents }: Measurements): NewAlert[] {
  const found: NewAlert[] = [];
  const { connections, maxConnections } = database;
  if (connections > maxConnections * MAX_CONNECTION_SHARE)
    found.push({
      level: 'warning',
      message: `${connections} of ${maxConnections} database connections are in use`,
    });
  for (const { name, lagSeconds, parked } of projections) {
    if ((lagSeconds ?? 0) > MAX_LAG_SECONDS)
      found.push({ level: 'warning', message: `${name} is ${Math.round(lagSeconds ?? 0)} s behind` });
    if (parked === 0) continue;
    // Only the oldest events are listed, so a read model may have none of them.
    const times = parkedEvents.flatMap(({ projector, parkedAt }) => (projector === name ? [parkedAt] : []));
    const [timestamp] = times.sort();
    found.push({
      level: 'critical',
      message: `${name} has ${parked} parked ${parked === 1 ? 'event' : 'events'}`,
      ...(timestamp !== undefined && { timestamp }),
    });
  }
  return found;
}
