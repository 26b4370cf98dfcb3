import { expect, test } from 'vitest';
import { activityStep, contentAgeStep, qualityStep, securityStep } from './steps.ts';

const words = (stepOf: (value: number) => { word: string }, values: readonly number[]) =>
  values.map((value) => stepOf(value).word);

test('figures have the words of the specification', () => {
  expect(words(qualityStep, [0.8, 0.79, 0.6, 0.59, 0.4, 0.39])).toEqual([
    'Excellent',
    'Good',
    'Good',
    'Fair',
    'Fair',
    'Poor',
  ]);
  expect(words(activityStep, [0.8, 0.6, 0.3, 0])).toEqual(['Very Active', 'Active', 'Moderate', 'Low']);
  expect(words(securityStep, [0.9, 0.7, 0.5, 0.4])).toEqual(['Excellent', 'Good', 'Fair', 'Poor']);
  expect(words(contentAgeStep, [7, 7.1, 14, 30, 30.1])).toEqual([
    'Fresh',
    'Recent',
    'Recent',
    'Aging',
    'Stale',
  ]);
});
