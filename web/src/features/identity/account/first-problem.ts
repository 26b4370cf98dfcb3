import type { FieldErrors } from 'react-hook-form';
import { messageOr } from '../../../shared/http/errors.ts';

/**
 * Returns a form's first validation error or, without one, the message of the failed call. `failed` replaces a
 * missing message.
 */
export function firstProblem(errors: FieldErrors, callError: unknown, failed: string): string | null {
  const invalid = Object.values(errors).find((error) => error?.message);
  if (invalid?.message) return String(invalid.message);
  return callError ? messageOr(callError, failed) : null;
}
