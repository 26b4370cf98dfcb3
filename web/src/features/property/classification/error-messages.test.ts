import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/http/errors.ts';
import { classifyErrorMessage, removalErrorMessage } from './error-messages.ts';

test('explains a failed classification (spec 001 §8)', () => {
  expect(classifyErrorMessage(new ApiError(401, 'No session'))).toBe(
    'Your session has expired. Please refresh the page and log in again.',
  );
  expect(classifyErrorMessage(new ApiError(409, 'It is classified already'))).toBe(
    'Failed to classify property: It is classified already',
  );
});

test('explains a failed removal (spec 001 §8)', () => {
  expect(removalErrorMessage(new ApiError(403, 'It is not yours'))).toBe(
    'Cannot remove classification: It is not yours',
  );
  expect(removalErrorMessage(new ApiError(500, 'Later'))).toBe('Failed to remove classification: Later');
});
