/**
 * What a line says of an error: what it is, where it came from, and what caused it. Not what else it carries: PostgreSQL's
 * details quote rows, and a mail server's answers addresses.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name: type, message, stack, code, cause } = error as Error & { code?: unknown };
  return { type, message, stack, code, ...(cause !== undefined && { cause: loggedError(cause) }) };
}
