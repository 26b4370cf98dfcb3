import { PROBES } from '../../platform/metrics/record-request.ts';
import type { RequestCounts } from '../../platform/metrics/request-counts.ts';
import type { RequestStatistics } from './contract.ts';

/** Returns the request statistics of the last 24 hours (spec 002 §3); of the probes, only their own count. */
export function performanceOf(requestCounts: RequestCounts): RequestStatistics {
  const requests = requestCounts.countsByName('request').filter(({ name }) => !PROBES.has(name));
  const total = requests.reduce((sum, { count }) => sum + count, 0);
  const timedRequests = total - requestCounts.count('request', 'upload');
  const milliseconds = requests.reduce(
    (sum, { name }) => sum + requestCounts.milliseconds('request', name),
    0,
  );
  const countOf = (name: string) => requestCounts.count('request', name);
  return {
    error_rate_percent: total === 0 ? 0 : round((requestCounts.count('error') * 100) / total),
    avg_response_time_ms: timedRequests === 0 ? null : round(milliseconds / timedRequests),
    total_requests: total,
    slow_requests: requestCounts.count('slow'),
    request_counts: {
      discover: countOf('discover'),
      scrape: countOf('scrape'),
      scrapeImmediate: countOf('scrapeImmediate'),
      health: countOf('health'),
    },
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
