import { hasStatus, messageOf } from '../../shared/http/errors.ts';

/** What is said when a judgement was not taken (spec 001 §8). */
export function classifyProblem(error: unknown): string {
  if (hasStatus(error, 401)) return 'Your session has expired. Please refresh the page and log in again.';
  return `Failed to classify property: ${messageOf(error)}`;
}

/** What is said when a judgement could not be removed (spec 001 §8). */
export function removalProblem(error: unknown): string {
  return hasStatus(error, 403)
    ? `Cannot remove classification: ${messageOf(error)}`
    : `Failed to remove classification: ${messageOf(error)}`;
}
