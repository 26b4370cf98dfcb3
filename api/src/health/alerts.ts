import type { Alert, DatabaseHealth } from './contract.ts';
import {
  errorRateLevel,
  heapLevel,
  queueLevel,
  responseTimeLevel,
  slowRequestsLevel,
} from './levels-contract.ts';

type Measured = Pick<
  DatabaseHealth,
  'checkedAt' | 'performance' | 'processes' | 'database' | 'projections' | 'parkedEvents'
> & { pendingPages: number };

/** Read models whose oldest event is older than this are far behind. */
const FAR_BEHIND_SECONDS = 30;
const MOST_CONNECTIONS = 0.8;

/** What somebody should look at, the worst first: the thresholds of spec 002 §9, and what no threshold is needed for. */
export function alertsOf(measured: Measured): Alert[] {
  const { checkedAt } = measured;
  const alerts = [...ofRequests(measured), ...ofProcesses(measured), ...ofDatabase(measured)].map(
    ({ timestamp = checkedAt, ...alert }) => ({ ...alert, timestamp }),
  );
  const rank = ({ level }: Alert) => (level === 'critical' ? 0 : 1);
  return alerts.sort((a, b) => rank(a) - rank(b));
}

type Found = Omit<Alert, 'timestamp'> & { timestamp?: string };

function ofRequests({ performance: { error_rate_percent, ...requests }, pendingPages }: Measured): Found[] {
  const found: Found[] = [];
  const errors = errorRateLevel(error_rate_percent);
  if (errors !== 'Good') {
    const message = `${error_rate_percent} % of the requests of the last 24 hours failed`;
    found.push({ level: errors === 'Critical' ? 'critical' : 'warning', message });
  }
  const average = requests.avg_response_time_ms;
  if (average !== null && responseTimeLevel(average) === 'Slow')
    found.push({ level: 'warning', message: `Requests take ${Math.round(average)} ms on average` });
  if (slowRequestsLevel(requests.slow_requests) === 'High')
    found.push({
      level: 'warning',
      message: `${requests.slow_requests} requests of the last 24 hours were slow`,
    });
  if (queueLevel(pendingPages) === 'High Queue')
    found.push({ level: 'warning', message: `${pendingPages} pages wait to be scraped` });
  return found;
}

function ofProcesses({ processes }: Measured): Found[] {
  return processes.flatMap(({ name, pid, memory: { heapUsed }, reporting, reportedAt }): Found[] => {
    const who = `${name} (${pid})`;
    if (!reporting)
      return [{ level: 'critical', message: `${who} says nothing any more`, timestamp: reportedAt }];
    const heap = heapLevel(heapUsed);
    if (heap === 'Good') return [];
    const message = `${who} uses ${heapUsed} MB of heap`;
    return [{ level: heap === 'High' ? 'critical' : 'warning', message, timestamp: reportedAt }];
  });
}

function ofDatabase({ database, projections, parkedEvents }: Measured): Found[] {
  const found: Found[] = [];
  const { connections, maxConnections } = database;
  if (connections > maxConnections * MOST_CONNECTIONS)
    found.push({
      level: 'warning',
      message: `${connections} of ${maxConnections} database connections are in use`,
    });
  for (const { name, lagSeconds } of projections) {
    if ((lagSeconds ?? 0) > FAR_BEHIND_SECONDS)
      found.push({ level: 'warning', message: `${name} is ${Math.round(lagSeconds ?? 0)} s behind` });
  }
  const parked = new Map<string, { count: number; since: string }>();
  for (const { projector, parkedAt } of parkedEvents) {
    const { count = 0, since = parkedAt } = parked.get(projector) ?? {};
    parked.set(projector, { count: count + 1, since: parkedAt < since ? parkedAt : since });
  }
  for (const [name, { count, since }] of parked)
    found.push({
      level: 'critical',
      message: `${name} has ${count} parked ${count === 1 ? 'event' : 'events'}`,
      timestamp: since,
    });
  return found;
}
