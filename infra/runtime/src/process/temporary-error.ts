import { ErrorType } from '@eventstore/db-client';
import { PermanentError } from './permanent-error.ts';

/**
 * SQLSTATE classes for connections, transactions aborted by concurrent ones, resources, objects in use, read-only
 * standbys, restarts, operating system errors, and internal errors, for example after concurrent schema changes.
 */
const SQLSTATE_CLASSES = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX']);
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Codes of Node's network errors that a retry may resolve. */
export const SOCKET_CODES: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Event store error types that a retry may resolve. */
export const TEMPORARY_EVENT_STORE_ERRORS: ReadonlySet<unknown> = new Set([
  ErrorType.CANCELLED,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.NOT_LEADER,
  ErrorType.TIMEOUT,
  ErrorType.UNAVAILABLE,
  ErrorType.UNKNOWN,
]);

/** API error codes for an event store that does not respond and for concurrent changes to a stream. */
const API_CODES = new Set(['CONFLICT', 'UNAVAILABLE', 'WRONG_REVISION']);

/** Messages of clients that report a lost or missing connection without a code. */
export const CONNECTION_MESSAGES =
  /connection (?:was )?terminated|backend has been terminated|connection error and is not queryable|client is (?:pending destroy|destroyed)|client was closed|timeout expired|timeout exceeded when trying to connect|query read timeout|establishing an SSL connection|failed to discover/i;

/** Returns whether the same work can succeed later, because the error shows an unreachable or busy service. */
export function isTemporaryError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PermanentError) return false;
    const { code, type, syscall } = cause as { code?: unknown; type?: unknown; syscall?: unknown };
    if (
      syscall === 'connect' ||
      TEMPORARY_EVENT_STORE_ERRORS.has(type) ||
      CONNECTION_MESSAGES.test(cause.message)
    )
      return true;
    if (typeof code !== 'string') continue;
    if (SOCKET_CODES.has(code) || API_CODES.has(code)) return true;
    if (SQLSTATE.test(code)) return SQLSTATE_CLASSES.has(code.slice(0, 2));
  }
  return false;
}
