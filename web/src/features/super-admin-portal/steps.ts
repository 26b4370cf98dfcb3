import {
  errorRateLevel,
  heapLevel,
  queueLevel,
  recentRequestsLevel,
  responseTimeLevel,
  slowRequestsLevel,
} from '@landline/api/health/levels-contract';
import type { Tone } from '../../shared/ui/tag.tsx';

/** A word for a figure, and how it looks. */
export interface Step {
  word: string;
  tone: Tone;
}

type Steps = readonly (readonly [from: number, word: string, tone: Tone])[];

const stepOf =
  (steps: Steps, otherwise: Step) =>
  (value: number): Step => {
    const found = steps.find(([from]) => value >= from);
    return found ? { word: found[1], tone: found[2] } : otherwise;
  };

/** The steps of spec 002 §9. */
export const qualityStep = stepOf(
  [
    [0.8, 'Excellent', 'good'],
    [0.6, 'Good', 'good'],
    [0.4, 'Fair', 'notice'],
  ],
  { word: 'Poor', tone: 'bad' },
);

export const cacheStep = stepOf(
  [
    [0.7, 'Excellent', 'good'],
    [0.5, 'Good', 'good'],
    [0.3, 'Fair', 'notice'],
  ],
  { word: 'Poor', tone: 'quiet' },
);

export const activityStep = stepOf(
  [
    [0.8, 'Very Active', 'good'],
    [0.6, 'Active', 'good'],
    [0.3, 'Moderate', 'notice'],
  ],
  { word: 'Low', tone: 'quiet' },
);

export const securityStep = stepOf(
  [
    [0.9, 'Excellent', 'good'],
    [0.7, 'Good', 'good'],
    [0.5, 'Fair', 'notice'],
  ],
  { word: 'Poor', tone: 'bad' },
);

/** Refused in 24 hours. */
export const attackStep = stepOf(
  [
    [100, 'Critical', 'bad'],
    [50, 'High', 'bad'],
    [10, 'Moderate', 'notice'],
  ],
  { word: 'Low', tone: 'good' },
);

/** Of the sign-ins: green, blue, or neither. */
export function successTone(rate: number): Tone {
  if (rate > 0.8) return 'good';
  return rate > 0.6 ? 'info' : 'bad';
}

/** By days. */
export function contentAgeStep(days: number): Step {
  if (days <= 7) return { word: 'Fresh', tone: 'good' };
  if (days <= 14) return { word: 'Recent', tone: 'good' };
  return days <= 30 ? { word: 'Aging', tone: 'notice' } : { word: 'Stale', tone: 'bad' };
}

const TONES: Readonly<Record<string, Tone>> = {
  Good: 'good',
  Warning: 'notice',
  Moderate: 'notice',
  Slow: 'notice',
  High: 'bad',
  'High Queue': 'bad',
  Critical: 'bad',
};
const levelled =
  (level: (value: number) => string) =>
  (value: number): Step => {
    const word = level(value);
    return { word, tone: TONES[word] ?? 'quiet' };
  };

export const errorRateStep = levelled(errorRateLevel);
export const responseTimeStep = levelled(responseTimeLevel);
export const slowRequestsStep = levelled(slowRequestsLevel);
export const heapStep = levelled(heapLevel);
export const queueStep = levelled(queueLevel);
export const recentRequestsStep = levelled(recentRequestsLevel);
