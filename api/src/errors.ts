/** What went wrong, in words of the domain. The HTTP layer alone knows which status each kind has. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'not_allowed'
  | 'conflict'
  | 'too_large'
  | 'rule_broken'
  | 'too_many_requests'
  | 'unavailable';

export interface ErrorOptions {
  /** One entry for each thing that is wrong, e.g. `{ path: 'body.email', message: '…' }`. */
  details?: readonly unknown[];
  /** Seconds until it is worth trying again. */
  retryAfter?: number;
  cause?: unknown;
}

/**
 * A refusal that the caller may read: `code` is a literal for programs, `message` is the specification's text
 * for people. Everything else that is thrown is a defect, and answers say no more than that.
 */
export class DomainError<Code extends string = string> extends Error {
  override readonly name = 'DomainError';
  readonly kind: ErrorKind;
  readonly code: Code;
  readonly details: readonly unknown[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(kind: ErrorKind, code: Code, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}

/** True for a refusal of that code. */
export function isDomainError<Code extends string>(error: unknown, code: Code): error is DomainError<Code> {
  return error instanceof DomainError && error.code === code;
}
