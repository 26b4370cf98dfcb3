import type { Context } from 'koa';
import type { Logger } from 'pino';
import { BackendTerminatedError, BackendTerminatedUnexpectedlyError, ConnectionError } from 'slonik';
import { z } from 'zod';
import { DomainError, type ErrorKind } from '../errors.ts';

/** The one place that knows which status a refusal has (DESIGN §7). */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  not_allowed: 405,
  conflict: 409,
  too_large: 413,
  rule_broken: 422,
  too_many_requests: 429,
  unavailable: 503,
};

/** Errors on the wire (DESIGN §7): `error` and `message` carry the same text for people, `code` is for programs. */
export const errorAnswer = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  details: z.array(z.unknown()).optional(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

/** Texts of spec 000 §8. */
export const unauthenticated = () =>
  new DomainError(
    'unauthenticated',
    'AUTHENTICATION_REQUIRED',
    'Authentication required. Please log in again.',
  );
export const forbidden = (code = 'FORBIDDEN') =>
  new DomainError('forbidden', code, 'You do not have permission to perform this action.');
export const notFound = () =>
  new DomainError('not_found', 'NOT_FOUND', 'The requested resource was not found.');

/** Answers a request that failed. A defect is logged in full and answered with nothing but its correlation id. */
export function answerError(ctx: Context, thrown: unknown, log: Logger): void {
  const error = thrown instanceof DomainError ? thrown : unavailability(thrown);
  ctx.state.code = error?.code;
  ctx.remove('X-Event-Position');
  if (!error) {
    log.error({ err: thrown, correlationId: ctx.state.correlationId, path: pathOf(ctx) }, 'Request failed');
    const message = 'Server error. Please try again later.';
    ctx.status = 500;
    ctx.body = { error: message, message, code: 'INTERNAL_ERROR' } satisfies ErrorAnswer;
    return;
  }
  if (error.kind === 'unavailable') {
    log.info({ err: error, correlationId: ctx.state.correlationId, path: pathOf(ctx) }, 'Request refused');
  }
  ctx.status = STATUS[error.kind];
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter));
  // What is still being sent is not read to its end.
  if (error.kind === 'too_large') ctx.set('Connection', 'close');
  ctx.body = {
    error: error.message,
    message: error.message,
    code: error.code,
    ...(error.details !== undefined && { details: [...error.details] }),
  } satisfies ErrorAnswer;
}

/** The route's pattern where there is one: an address may hold a token, and a log never does. */
const pathOf = (ctx: Context): string => ctx.state.route ?? ctx.path;

/** Postgres does not answer, or not now: SQLSTATE classes 08, 53 and 57P, sockets, slonik's and pg's own words. */
function unavailability(thrown: unknown): DomainError | undefined {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    if (isConnectionTrouble(cause)) {
      return new DomainError('unavailable', 'UNAVAILABLE', 'Server error. Please try again later.', {
        retryAfter: 2,
        cause: thrown,
      });
    }
  }
  return undefined;
}

function isConnectionTrouble(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  return (
    error.syscall === 'connect' ||
    error instanceof ConnectionError ||
    error instanceof BackendTerminatedError ||
    error instanceof BackendTerminatedUnexpectedlyError ||
    (typeof error.code === 'string' &&
      /^(08\w{3}|53\w{3}|57P0\w|ECONNRESET|EPIPE|ENOTFOUND)$/.test(error.code)) ||
    /connection terminated|timeout exceeded when trying to connect/i.test(error.message)
  );
}
