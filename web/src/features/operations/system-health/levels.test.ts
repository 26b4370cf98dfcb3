import { expect, test } from 'vitest';
import {
  activityLevel,
  attackLevel,
  cacheLevel,
  contentAgeLevel,
  errorRateLevel,
  heapLevel,
  type Level,
  qualityLevel,
  queueLevel,
  recentRequestsLevel,
  responseTimeLevel,
  securityLevel,
  signInLevel,
  slowRequestsLevel,
} from './levels.ts';

/** Each level function with values on both sides of every threshold (spec 002 §9). */
const THRESHOLDS: readonly [string, (value: number) => Level, readonly (readonly [number, string])[]][] = [
  [
    'quality',
    qualityLevel,
    [
      [0.8, 'Excellent'],
      [0.799, 'Good'],
      [0.6, 'Good'],
      [0.599, 'Fair'],
      [0.4, 'Fair'],
      [0.399, 'Poor'],
    ],
  ],
  [
    'cache',
    cacheLevel,
    [
      [0.7, 'Excellent'],
      [0.699, 'Good'],
      [0.5, 'Good'],
      [0.499, 'Fair'],
      [0.3, 'Fair'],
      [0.299, 'Poor'],
    ],
  ],
  [
    'activity',
    activityLevel,
    [
      [0.8, 'Very Active'],
      [0.799, 'Active'],
      [0.6, 'Active'],
      [0.599, 'Moderate'],
      [0.3, 'Moderate'],
      [0.299, 'Low'],
    ],
  ],
  [
    'security',
    securityLevel,
    [
      [0.9, 'Excellent'],
      [0.899, 'Good'],
      [0.7, 'Good'],
      [0.699, 'Fair'],
      [0.5, 'Fair'],
      [0.499, 'Poor'],
    ],
  ],
  [
    'attacks',
    attackLevel,
    [
      [0, 'Low'],
      [9, 'Low'],
      [10, 'Moderate'],
      [49, 'Moderate'],
      [50, 'High'],
      [99, 'High'],
      [100, 'Critical'],
    ],
  ],
  [
    'content age',
    contentAgeLevel,
    [
      [7, 'Fresh'],
      [7.1, 'Recent'],
      [14, 'Recent'],
      [14.1, 'Aging'],
      [30, 'Aging'],
      [30.1, 'Stale'],
    ],
  ],
  [
    'error rate',
    errorRateLevel,
    [
      [25, 'Good'],
      [25.1, 'Warning'],
      [50, 'Warning'],
      [50.1, 'Critical'],
    ],
  ],
  [
    'response time',
    responseTimeLevel,
    [
      [5_000, 'Good'],
      [5_001, 'Slow'],
    ],
  ],
  [
    'slow requests',
    slowRequestsLevel,
    [
      [10, 'Good'],
      [11, 'High'],
    ],
  ],
  [
    'heap',
    heapLevel,
    [
      [500, 'Good'],
      [501, 'Moderate'],
      [800, 'Moderate'],
      [801, 'High'],
    ],
  ],
  [
    'queue',
    queueLevel,
    [
      [1_000, 'Good'],
      [1_001, 'High Queue'],
    ],
  ],
  [
    'recent requests',
    recentRequestsLevel,
    [
      [100, 'Good'],
      [101, 'High'],
    ],
  ],
];

test.each(THRESHOLDS)(
  '%s uses the thresholds and labels of the specification',
  (_name, levelOf, expected) => {
    expect(expected.map(([value]) => [value, levelOf(value).label])).toEqual(expected);
  },
);

test('rates and colors the sign-in success rate: green above 0.8, blue above 0.6', () => {
  const good = { label: 'Good', tone: 'good' };
  const fair = { label: 'Fair', tone: 'info' };
  const poor = { label: 'Poor', tone: 'bad' };
  expect([0.81, 0.8, 0.61, 0.6].map(signInLevel)).toEqual([good, fair, fair, poor]);
});
