import { expect, test } from 'vitest';
import { ApiError } from '../../shared/http/errors.ts';
import { classifyProblem, removalProblem } from './problems.ts';

test('a judgement that was not taken says why (spec 001 §8)', () => {
  expect(classifyProblem(new ApiError(401, 'No session'))).toBe(
    'Your session has expired. Please refresh the page and log in again.',
  );
  expect(classifyProblem(new ApiError(409, 'It is classified already'))).toBe(
    'Failed to classify property: It is classified already',
  );
});

test('a judgement that could not be removed says why (spec 001 §8)', () => {
  expect(removalProblem(new ApiError(403, 'It is not yours'))).toBe(
    'Cannot remove classification: It is not yours',
  );
  expect(removalProblem(new ApiError(500, 'Later'))).toBe('Failed to remove classification: Later');
});
