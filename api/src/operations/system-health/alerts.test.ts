import { expect, test } from 'vitest';
import type { ProcessState } from '../../platform/metrics/process-states.ts';
import { alertsOf } from './alerts.ts';
import {
  errorRateLevel,
  heapLevel,
  queueLevel,
  recentRequestsLevel,
  responseTimeLevel,
  slowRequestsLevel,
} from './levels-contract.ts';

test('applies the thresholds of spec 002 §9 at their boundaries', () => {
  expect([25, 25.1, 50, 50.1].map(errorRateLevel)).toEqual(['Good', 'Warning', 'Warning', 'Critical']);
  expect([5_000, 5_001].map(responseTimeLevel)).toEqual(['Good', 'Slow']);
  expect([10, 11].map(slowRequestsLevel)).toEqual(['Good', 'High']);
  expect([500, 500.1, 800, 800.1].map(heapLevel)).toEqual(['Good', 'Moderate', 'Moderate', 'High']);
  expect([1_000, 1_001].map(queueLevel)).toEqual(['Good', 'High Queue']);
  expect([100, 101].map(recentRequestsLevel)).toEqual(['Good', 'High']);
});

const AT = '2026-03-01T09:00:00.000Z';
const healthy = {
  checkedAt: AT,
  performance: {
    error_rate_percent: 25,
    avg_response_time_ms: 5_000,
    total_requests: 100,
    slow_requests: 10,
    request_counts: { discover: 0, scrape: 0, scrapeImmediate: 0, health: 0 },
  },
  processes: [processWith(500)],
  states: [stateWith('following')],
  missingTables: [],
  database: {
    version: '18.4',
    uptime: 1,
    responseTime: 1,
    bytes: 1,
    connections: 80,
    maxConnections: 100,
    cacheHitRate: 1,
    commits: 1,
    rollbacks: 0,
    deadlocks: 0,
    longestTransaction: 0,
    largestTables: [],
  },
  projections: [projectorWith(30)],
  parkedEvents: [],
  pendingPages: 1_000,
};
function processWith(heapUsed: number, reporting = true) {
  const memory = { heapUsed, heapTotal: 900, rss: 1_000 };
  const progress = { position: null, followedAt: null, stuckSince: null, lastError: null };
  const usage = { uptime: 60, cpuPercent: 1, memory, reportedAt: AT, reporting };
  return { name: 'api', host: 'here', pid: 7, ...usage, ...progress };
}
function stateWith(state: ProcessState['state'], stuckSeconds: number | null = null): ProcessState {
  const [errorCode, errorMessage] =
    stuckSeconds === null ? [null, null] : ['REFUSED', 'The store rejects the connection'];
  return { process: 'worker', state, stuckSeconds, errorCode, errorMessage };
}
function projectorWith(lagSeconds: number | null, parked = 0) {
  return { name: 'clients', live: null, building: null, lagSeconds, parked, requests: [] };
}
const parkedAt = (time: string) => ({
  projector: 'clients',
  position: '1',
  stream: 'client-a',
  type: 'ClientCreated',
  error: 'Rejected',
  attempts: 1,
  parkedAt: time,
});

test('raises no alert at a threshold and every alert above it, critical ones first', () => {
  expect(alertsOf(healthy)).toEqual([]);
  const { performance, database } = healthy;
  const alerts = alertsOf({
    ...healthy,
    performance: {
      ...performance,
      error_rate_percent: 25.1,
      avg_response_time_ms: 5_001,
      slow_requests: 11,
    },
    processes: [processWith(500.1), processWith(800.1), processWith(1, false)],
    states: [stateWith('stuck', 31.4), stateWith('missing'), stateWith('stuck', 29), stateWith('starting')],
    missingTables: [{ projector: 'clients', table: 'client' }],
    database: { ...database, connections: 81 },
    projections: [projectorWith(30.6, 2), projectorWith(null)],
    parkedEvents: [parkedAt('2026-03-01T08:30:00.000Z'), parkedAt('2026-03-01T08:00:00.000Z')],
    pendingPages: 1_001,
  });
  expect(alerts.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'critical: worker has made no progress in the event log for 31 s: The store rejects the connection',
    'critical: worker is not running',
    'critical: clients is missing its table read.client; rebuild it',
    'critical: api (process 7 on here) uses 800.1 MB of heap',
    'critical: api (process 7 on here) has stopped reporting',
    'critical: clients has 2 parked events',
    'warning: 25.1% of requests failed in the last 24 hours',
    'warning: Average response time is 5001 ms',
    'warning: 11 slow requests in the last 24 hours',
    'warning: 1001 pages are waiting to be crawled',
    'warning: api (process 7 on here) uses 500.1 MB of heap',
    'warning: 81 of 100 database connections are in use',
    'warning: clients is 31 s behind',
  ]);
  expect(alerts[5]?.timestamp).toBe('2026-03-01T08:00:00.000Z');
  const failing = alertsOf({ ...healthy, performance: { ...performance, error_rate_percent: 50.1 } });
  expect(failing.map(({ level }) => level)).toEqual(['critical']);
});

test('counts parked events that are not listed, because only the oldest are', () => {
  const alerts = alertsOf({
    ...healthy,
    projections: [projectorWith(0, 500), { ...projectorWith(0, 1), name: 'staff' }],
    parkedEvents: [parkedAt('2026-03-01T08:00:00.000Z')],
  });
  expect(alerts).toEqual([
    { level: 'critical', message: 'clients has 500 parked events', timestamp: '2026-03-01T08:00:00.000Z' },
    { level: 'critical', message: 'staff has 1 parked event', timestamp: AT },
  ]);
});
