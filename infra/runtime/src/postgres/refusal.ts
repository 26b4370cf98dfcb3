import { PermanentError } from '../process/permanent-error.ts';

/** SQLSTATE class of a rejected user or password. */
const REFUSED_SIGN_IN = '28';
const NO_SUCH_DATABASE = '3D000';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * PostgreSQL rejects the user, password or database, is too old or has an untrusted certificate, or the user lacks
 * rights.
 */
export class DatabaseRefusedError extends PermanentError {
  readonly code = 'DATABASE_REFUSED';
}

/**
 * Returns a DatabaseRefusedError if PostgreSQL rejects the connection string or its user; undefined for every other
 * error.
 */
export function databaseRefusal(error: unknown): DatabaseRefusedError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const sentence = sentenceOf(cause);
    if (sentence !== undefined) return new DatabaseRefusedError(sentence, { cause: error });
  }
  return undefined;
}

function sentenceOf({ code, message }: Error & { code?: unknown }): string | undefined {
  if (code === INSUFFICIENT_PRIVILEGE) return `The user of DATABASE_URL lacks rights: ${message}`;
  if (code === NO_SUCH_DATABASE) return `The database of DATABASE_URL cannot be opened: ${message}`;
  if (typeof code === 'string' && code.length === 5 && code.startsWith(REFUSED_SIGN_IN))
    return 'PostgreSQL rejects the user or password of DATABASE_URL';
  return undefined;
}
