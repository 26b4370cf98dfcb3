import type { FieldErrors } from 'react-hook-form';
import { messageOr } from '../../../shared/http/errors.ts';

/** Returns a form's first validation error, else the failed call's error; `failed` if it has no text. */
export function firstProblem(errors: FieldErrors, callError: unknown, failed: string): string | null {
  const broken = Object.values(errors).find((error) => error?.message);
  if (broken?.message) return String(broken.message);
  return callError ? messageOr(callError, failed) : null;
}
