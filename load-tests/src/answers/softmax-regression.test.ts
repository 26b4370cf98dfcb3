import { expect, test } from 'vitest';
import { fitChoices } from './softmax-regression.ts';

/** Choices whose right option has the higher `clue`, and a lower `length` that contradicts its positive prior. */
const choices = [1, 2, 3, 4].map((clue) => [
  { values: { clue, length: 1 }, isRight: true },
  { values: { clue: 0, length: 2 }, isRight: false },
]);

test('a right option scores highest with the fitted weights', () => {
  const { clue, length } = fitChoices(choices, { clue: 0.01, length: 0.01 });
  for (const options of choices) {
    const [right = 0, wrong = 0] = options.map(({ values }) => clue * values.clue + length * values.length);
    expect(right).toBeGreaterThan(wrong);
  }
});

test('stops a weight at zero instead of changing its sign, and leaves fixed weights unchanged', () => {
  const weights = fitChoices(choices, { clue: 0.01, length: 0.01 }, ['clue']);
  expect(weights.clue).toBeCloseTo(0.01);
  expect(weights.length).toBe(0);
});
