/** An answer of the api that is not a success: what it says, in words a person can read. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly details: readonly unknown[];
  constructor(
    status: number,
    message: string,
    code?: string,
    details: readonly unknown[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const NETWORK_ERROR = 'Network error. Please check your connection.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/** The texts of statuses (spec 000 §8), for answers that bring none of their own. */
const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'Authentication required. Please log in again.',
  403: 'You do not have permission to perform this action.',
  404: 'The requested resource was not found.',
  429: 'Too many requests. Please try again later.',
  500: 'Server error. Please try again later.',
};

/** The text of a status (spec 000 §8). */
function textOfStatus(status: number): string {
  return BY_STATUS[status] ?? UNEXPECTED;
}

/** What to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : UNEXPECTED;
}

export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status);
}

/** Reads the api's error body (DESIGN §7) off a response that is not ok. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = [fields.message, fields.error].find((value) => typeof value === 'string' && value !== '');
  return new ApiError(
    response.status,
    typeof text === 'string' ? text : textOfStatus(response.status),
    typeof fields.code === 'string' ? fields.code : undefined,
    Array.isArray(fields.details) ? fields.details : [],
  );
}
