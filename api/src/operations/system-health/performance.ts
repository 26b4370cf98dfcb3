import type { RequestCounts } from '../../platform/metrics/request-counts.ts';
import type { Performance } from './contract.ts';

/** Returns the request statistics of the last 24 hours (spec 002 §3). */
export function performanceOf(tallied: RequestCounts): Performance {
  const total = tallied.count('request');
  const timed = total - tallied.count('request', 'upload');
  const milliseconds = tallied
    .listed('request')
    .reduce((all, { name }) => all + tallied.milliseconds('request', name), 0);
  const named = (name: string) => tallied.count('request', name);
  return {
    error_rate_percent: total === 0 ? 0 : round((tallied.count('error') * 100) / total),
    avg_response_time_ms: timed === 0 ? null : round(milliseconds / timed),
    total_requests: total,
    slow_requests: tallied.count('slow'),
    request_counts: {
      discover: named('discover'),
      scrape: named('scrape'),
      scrapeImmediate: named('scrapeImmediate'),
      health: named('health'),
    },
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
