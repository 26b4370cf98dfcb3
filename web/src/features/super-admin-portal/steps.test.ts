import { expect, test } from 'vitest';
import {
  activityStep,
  attackStep,
  cacheStep,
  contentAgeStep,
  errorRateStep,
  heapStep,
  qualityStep,
  queueStep,
  recentRequestsStep,
  responseTimeStep,
  type Step,
  securityStep,
  slowRequestsStep,
  successTone,
} from './steps.ts';

/** Spec 002 §9: on both sides of every boundary. */
const BOUNDARIES: readonly [string, (value: number) => Step, readonly (readonly [number, string])[]][] = [
  [
    'quality',
    qualityStep,
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
    cacheStep,
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
    activityStep,
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
    securityStep,
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
    attackStep,
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
    contentAgeStep,
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
    errorRateStep,
    [
      [25, 'Good'],
      [25.1, 'Warning'],
      [50, 'Warning'],
      [50.1, 'Critical'],
    ],
  ],
  [
    'response time',
    responseTimeStep,
    [
      [5_000, 'Good'],
      [5_001, 'Slow'],
    ],
  ],
  [
    'slow requests',
    slowRequestsStep,
    [
      [10, 'Good'],
      [11, 'High'],
    ],
  ],
  [
    'heap',
    heapStep,
    [
      [500, 'Good'],
      [501, 'Moderate'],
      [800, 'Moderate'],
      [801, 'High'],
    ],
  ],
  [
    'queue',
    queueStep,
    [
      [1_000, 'Good'],
      [1_001, 'High Queue'],
    ],
  ],
  [
    'recent requests',
    recentRequestsStep,
    [
      [100, 'Good'],
      [101, 'High'],
    ],
  ],
];

test.each(BOUNDARIES)('%s has the words of the specification', (_name, stepOf, expected) => {
  expect(expected.map(([value]) => [value, stepOf(value).word])).toEqual(expected);
});

test('sign-ins are green above 0.8 and blue above 0.6', () => {
  expect([0.81, 0.8, 0.61, 0.6].map(successTone)).toEqual(['good', 'info', 'info', 'bad']);
});
