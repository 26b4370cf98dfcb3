export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'not_allowed'
  | 'conflict'
  | 'timed_out'
  | 'too_large'
  | 'rule_broken'
  | 'too_many_requests'
  | 'unavailable';

/**
 * Typed data of each error code that carries any; never sent to the caller. A room adds its own codes where it throws them:
 * `declare module '../../platform/errors.ts' { interface ErrorData { VIEW_NAME_TAKEN: { name: string } } }`
 */
export interface ErrorData {
  /** Includes the revisions if the stream had changed, but not if another command held a lock. */
  CONFLICT: { stream: string } | RevisionMismatch;
  EVENT_TOO_LARGE: { stream: string };
  IDEMPOTENCY_KEY_REUSED: { commandId: string };
  PERSON_ERASED: { subjects: readonly string[] };
  PRODUCT_REQUIRED: { product: string };
  RESERVATION_LOST: { holder: string };
  TOO_LARGE: { maxBytes: number };
  /** `kind` of value; the value itself is personal or secret. */
  VALUE_TAKEN: { kind: string; holder: string };
}

export interface RevisionMismatch {
  stream: string;
  /** Revisions of the stream's last event; -1n means no events. */
  expected: bigint | 'any';
  actual: bigint;
}

type DataOf<Code extends string> = Code extends keyof ErrorData ? ErrorData[Code] : undefined;

export interface ErrorOptions {
  /** One entry per problem, sent to the caller, e.g. `{ path: 'body.email', message: '…' }`. */
  details?: readonly unknown[];
  /** Seconds until a retry can succeed. */
  retryAfter?: number;
  cause?: unknown;
}

/**
 * An expected failure that the caller may see: `code` is for programs, `message` is the specification's text for users.
 * Anything else that is thrown is a defect and reaches the caller only as "Server error".
 */
export class DomainError<Code extends string = string> extends Error {
  override readonly name = 'DomainError';
  readonly kind: ErrorKind;
  readonly code: Code;
  /** `ErrorData[Code]`; narrow with `isDomainError`. */
  readonly data: unknown;
  readonly details: readonly unknown[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    kind: ErrorKind,
    code: Code,
    message: string,
    ...[options]: Code extends keyof ErrorData
      ? [options: ErrorOptions & { data: ErrorData[Code] }]
      : [options?: ErrorOptions]
  ) {
    super(message, { cause: options?.cause });
    this.kind = kind;
    this.code = code;
    this.data = (options as { data?: unknown } | undefined)?.data;
    this.details = options?.details;
    this.retryAfter = options?.retryAfter;
  }
}

/** Narrows an error to this code and its `data` to the type of the code. */
export function isDomainError<Code extends string>(
  error: unknown,
  code: Code,
): error is DomainError<Code> & { data: DataOf<Code> } {
  return error instanceof DomainError && error.code === code;
}

// Messages prescribed by spec 000 §8.
export const unauthenticated = () =>
  new DomainError(
    'unauthenticated',
    'AUTHENTICATION_REQUIRED',
    'Authentication required. Please log in again.',
  );
export const forbidden = (code = 'FORBIDDEN') =>
  new DomainError('forbidden', code, 'You do not have permission to perform this action.');
export const notFound = (code = 'NOT_FOUND') =>
  new DomainError('not_found', code, 'The requested resource was not found.');
/** Returns the same error for forged, expired and revoked links. */
export const linkInvalid = () =>
  new DomainError('not_found', 'LINK_INVALID', 'The link you followed is invalid or has expired.');
export const tooManyRequests = (retryAfter: number) =>
  new DomainError('too_many_requests', 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.', {
    retryAfter,
  });
export const unavailable = (retryAfter: number, code = 'UNAVAILABLE', cause?: unknown) =>
  new DomainError('unavailable', code, SERVER_ERROR, { retryAfter, cause });
export const SERVER_ERROR = 'Server error. Please try again later.';

export const conflict = (data: ErrorData['CONFLICT'], cause?: unknown) =>
  new DomainError('conflict', 'CONFLICT', 'Someone else changed this at the same time. Try again.', {
    data,
    cause,
  });

/** Returns the error for an undo after the value has changed again. */
export const changedSince = () =>
  new DomainError('conflict', 'CHANGED_SINCE', 'This has changed since, so it can no longer be undone.');
