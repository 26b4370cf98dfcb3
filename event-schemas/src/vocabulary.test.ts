import { describe, expect, it } from 'vitest';
import { type Grade, gradeOf } from './vocabulary.ts';

describe('suitability band (spec 001 §4)', () => {
  it.each<[number | null | undefined, Grade]>([
    [0, 'Unsuitable'],
    [24.9, 'Unsuitable'],
    [25, 'Poor'],
    [39.9, 'Poor'],
    [40, 'Borderline'],
    [49.9, 'Borderline'],
    [50, 'Good'],
    [69.9, 'Good'],
    [70, 'Very Good'],
    [79.9, 'Very Good'],
    [80, 'Excellent'],
    [89.9, 'Excellent'],
    [90, 'Premium'],
    [100, 'Premium'],
    [null, 'Unrated'],
    [undefined, 'Unrated'],
    [Number.NaN, 'Unsuitable'],
  ])('of %s is %s', (score, grade) => {
    expect(gradeOf(score)).toBe(grade);
  });
});
