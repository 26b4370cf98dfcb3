import { expect, test } from 'vitest';
import { fitLogisticRegression } from './logistic-regression.ts';

test('a heavier weight of negative examples lowers the probability of an ambiguous one', () => {
  const examples = [0, 0.4, 0.6, 1].map((x, i) => ({ values: { x }, isPositive: i % 2 === 1 }));
  const logitAt = (x: number, { x: weight = 0, intercept = 0 }: Record<string, number>) =>
    intercept + weight * x;
  expect(logitAt(0.5, fitLogisticRegression(examples, 1))).toBeCloseTo(0, 1);
  expect(logitAt(0.5, fitLogisticRegression(examples, 2))).toBeLessThan(-0.3);
});

test('weights of evidence never fall below 0', () => {
  const examples = [0, 0.4, 0.6, 1].map((x) => ({ values: { x }, isPositive: x < 0.5 }));
  expect(fitLogisticRegression(examples, 1).x).toBeLessThan(-0.5);
  expect(fitLogisticRegression(examples, 1, ['x']).x).toBe(0);
});
