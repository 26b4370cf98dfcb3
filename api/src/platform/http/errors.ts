import { CONNECTION_MESSAGES, SOCKET_CODES } from '@landline/runtime/process/temporary-error';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import { BackendTerminatedError, BackendTerminatedUnexpectedlyError, ConnectionError } from 'slonik';
import { z } from 'zod';
import { DomainError, type ErrorKind, SERVER_ERROR, unavailable } from '../errors.ts';
import { discardBody } from './discard-body.ts';

/** The only mapping from kinds of domain errors to HTTP statuses. */
const STATUS: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  not_allowed: 405,
  conflict: 409,
  timed_out: 408,
  too_large: 413,
  rule_broken: 422,
  too_many_requests: 429,
  unavailable: 503,
};

/** Error body: `error` and `message` carry the same text for people, `code` is for programs. */
export const errorResponse = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  details: z.array(z.unknown()).optional(),
});
export type ErrorResponse = z.infer<typeof errorResponse>;

/**
 * Sends the response to a failed request. A defect is logged in full; its response reveals only that the server failed.
 */
export function sendErrorResponse(ctx: Context, thrown: unknown, log: Logger): void {
  const error = thrown instanceof DomainError ? thrown : unavailabilityFrom(thrown);
  ctx.state.code = error?.code;
  ctx.remove('X-Event-Position');
  if (!error) {
    log.error(
      { event: 'request.failed', err: thrown, correlationId: ctx.state.correlationId, path: pathOf(ctx) },
      'Request failed unexpectedly; returned 500',
    );
    ctx.status = 500;
    ctx.body = { error: SERVER_ERROR, message: SERVER_ERROR, code: 'INTERNAL_ERROR' } satisfies ErrorResponse;
    return;
  }
  if (error.kind === 'unavailable') {
    log.info(
      { event: 'request.unavailable', err: error, correlationId: ctx.state.correlationId, path: pathOf(ctx) },
      'A dependency is unavailable; returned 503',
    );
  }
  ctx.status = STATUS[error.kind];
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter));
  if (error.kind === 'timed_out') ctx.set('Connection', 'close');
  if (error.kind === 'too_large') discardBody(ctx.req);
  ctx.body = {
    error: error.message,
    message: error.message,
    code: error.code,
    ...(error.details !== undefined && { details: [...error.details] }),
  } satisfies ErrorResponse;
}

/** Returns the route's pattern if there is one, because a raw path may contain a token. */
const pathOf = (ctx: Context): string => ctx.state.route ?? ctx.path;

/** Detects a PostgreSQL outage: SQLSTATE classes 08, 53 and 57P, socket errors, and slonik's and pg's own errors. */
function unavailabilityFrom(thrown: unknown): DomainError | undefined {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    if (isConnectionError(cause)) return unavailable(2, 'UNAVAILABLE', thrown);
  }
  return undefined;
}

function isConnectionError(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  return (
    error.syscall === 'connect' ||
    error instanceof ConnectionError ||
    error instanceof BackendTerminatedError ||
    error instanceof BackendTerminatedUnexpectedlyError ||
    SOCKET_CODES.has(error.code) ||
    (typeof error.code === 'string' && /^(08\w{3}|53\w{3}|57P0\w)$/.test(error.code)) ||
    CONNECTION_MESSAGES.test(error.message)
  );
}
