import { expect, test } from 'vitest';
import { performanceOf } from './performance.ts';

test('health probes count neither in the total nor in the average time', () => {
  const counts = [
    { name: 'other', count: 3, milliseconds: 300 },
    { name: 'upload', count: 1, milliseconds: 0 },
    { name: 'health', count: 80, milliseconds: 80 },
    { name: 'ready', count: 16, milliseconds: 16 },
  ];
  const sumOf = (of: 'count' | 'milliseconds', name?: string) =>
    counts
      .filter((each) => name === undefined || each.name === name)
      .reduce((sum, each) => sum + each[of], 0);
  const performance = performanceOf({
    count: (kind, name) => (kind === 'error' ? 2 : kind === 'slow' ? 0 : sumOf('count', name)),
    milliseconds: (_, name) => sumOf('milliseconds', name),
    countsByName: () => counts,
    last: () => null,
  });
  expect(performance).toMatchObject({
    total_requests: 4,
    error_rate_percent: 50,
    avg_response_time_ms: 100,
    request_counts: { health: 80 },
  });
});
