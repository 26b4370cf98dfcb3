import { hasStatus, messageOf } from '../../../shared/http/errors.ts';

/** Returns the message for a failed classification (spec 001 §8). */
export const classifyErrorMessage = (error: unknown) =>
  hasStatus(error, 401)
    ? 'Your session has expired. Please refresh the page and log in again.'
    : `Failed to classify property: ${messageOf(error)}`;

/** Returns the message for a classification that could not be removed (spec 001 §8). */
export const removalErrorMessage = (error: unknown) =>
  `${hasStatus(error, 403) ? 'Cannot' : 'Failed to'} remove classification: ${messageOf(error)}`;
