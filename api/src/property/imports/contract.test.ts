import { expect, test } from 'vitest';
import { createImportBody } from './contract.ts';

test.each([
  ['oak-park', true],
  ['models', true],
  ['model', false],
  ['compare', false],
  ['city', false],
  ['Oak', false],
])('accepts the dataset key "%s": %s', (key, isAccepted) => {
  expect(createImportBody.shape.dataset_key.safeParse(key).success).toBe(isAccepted);
});
