import * as contract from '@landline/api/operations/system-health/levels-contract';
import type { Tone } from '../../../shared/ui/tag.tsx';

/** A metric's level and its color. */
export interface Level {
  label: string;
  tone: Tone;
}

type Thresholds = readonly (readonly [from: number, label: string, tone: Tone])[];

const levelFrom =
  (thresholds: Thresholds, otherwise: Level) =>
  (value: number): Level => {
    const threshold = thresholds.find(([from]) => value >= from);
    return threshold ? { label: threshold[1], tone: threshold[2] } : otherwise;
  };

const ratingFrom = (excellent: number, good: number, fair: number, poorTone: Tone) =>
  levelFrom(
    [
      [excellent, 'Excellent', 'good'],
      [good, 'Good', 'good'],
      [fair, 'Fair', 'notice'],
    ],
    { label: 'Poor', tone: poorTone },
  );

// Thresholds of spec 002 §9.
export const qualityLevel = ratingFrom(0.8, 0.6, 0.4, 'bad');
export const cacheLevel = ratingFrom(0.7, 0.5, 0.3, 'quiet');
export const securityLevel = ratingFrom(0.9, 0.7, 0.5, 'bad');

export const activityLevel = levelFrom(
  [
    [0.8, 'Very Active', 'good'],
    [0.6, 'Active', 'good'],
    [0.3, 'Moderate', 'notice'],
  ],
  { label: 'Low', tone: 'quiet' },
);

/** Level of rejected requests in 24 hours. */
export const attackLevel = levelFrom(
  [
    [100, 'Critical', 'bad'],
    [50, 'High', 'bad'],
    [10, 'Moderate', 'notice'],
  ],
  { label: 'Low', tone: 'good' },
);

/** Returns the level of the sign-in success rate. */
export function signInLevel(rate: number): Level {
  if (rate > 0.8) return { label: 'Good', tone: 'good' };
  return rate > 0.6 ? { label: 'Fair', tone: 'info' } : { label: 'Poor', tone: 'bad' };
}

/** Returns the level of a content age in days. */
export function contentAgeLevel(days: number): Level {
  if (days <= 7) return { label: 'Fresh', tone: 'good' };
  if (days <= 14) return { label: 'Recent', tone: 'good' };
  return days <= 30 ? { label: 'Aging', tone: 'notice' } : { label: 'Stale', tone: 'bad' };
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
const fromContract =
  (level: (value: number) => string) =>
  (value: number): Level => {
    const label = level(value);
    return { label, tone: TONES[label] ?? 'quiet' };
  };

export const errorRateLevel = fromContract(contract.errorRateLevel);
export const responseTimeLevel = fromContract(contract.responseTimeLevel);
export const slowRequestsLevel = fromContract(contract.slowRequestsLevel);
export const heapLevel = fromContract(contract.heapLevel);
export const queueLevel = fromContract(contract.queueLevel);
export const recentRequestsLevel = fromContract(contract.recentRequestsLevel);
