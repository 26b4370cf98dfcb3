/**
 * Reduces an error to what may be logged: type, message, stack, code and cause. Other properties may hold personal
 * data: PostgreSQL's details quote rows, and responses of email servers quote addresses.
 */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name: type, message, stack, code, cause } = error as Error & { code?: unknown };
  return { type, message, stack, code, ...(cause !== undefined && { cause: serializeError(cause) }) };
}
