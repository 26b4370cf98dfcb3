import type { FieldErrors } from 'react-hook-form';
import { messageOr } from '../../../shared/http/errors.ts';

/**
 * Returns a form's first validation error or, without one, the message of the failed call. `failed` is used if the
 * call has no message.
 */
export function firstProblem(errors: FieldErrors, callError: unknown, failed: string): string | null {
  const broken = Object.values(errors).find((error) => error?.message);
  if (broken?.message) return String(broken.message);
  return callError ? messageOr(callError, failed) : null;
}
