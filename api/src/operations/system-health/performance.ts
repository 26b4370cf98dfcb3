import type { RequestCounts } from '../../platform/metrics/request-counts.ts';
import type { Performance } from './contract.ts';

/** Returns the request statistics of the last 24 hours (spec 002 §3). */
export function performanceOf(requestCounts: RequestCounts): Performance {
  const total = requestCounts.count('request');
  const timedRequests = total - requestCounts.count('request', 'upload');
  const milliseconds = requestCounts
    .countsByName('request')
    .reduce((all, { name }) => all + requestCounts.milliseconds('request', name), 0);
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
