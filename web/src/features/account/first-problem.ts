import type { FieldErrors } from 'react-hook-form';
import { messageOr } from '../../shared/http/errors.ts';

/** What a form has to say: the first rule that is broken, else why the call failed; `failed` when it gave no reason. */
export function firstProblem(errors: FieldErrors, callError: unknown, failed: string): string | null {
  const broken = Object.values(errors).find((error) => error?.message);
  if (broken?.message) return String(broken.message);
  return callError ? messageOr(callError, failed) : null;
}
