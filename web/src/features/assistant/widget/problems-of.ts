import type { z } from 'zod';

/** Returns the first problem of each top-level field. */
export function problemsOf(checked: z.ZodSafeParseResult<unknown>): Partial<Record<string, string>> {
  const issues = checked.error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}
