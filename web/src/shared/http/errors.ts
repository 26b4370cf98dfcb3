import { STATUS } from '../status-texts.ts';

/** A failed API call, with a message that can be shown to users. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly details: readonly unknown[];
  /** Message from the server; undefined when `message` is the generic text for the status. */
  readonly serverMessage: string | undefined;
  constructor(
    status: number,
    serverMessage?: string,
    code?: string,
    details: readonly unknown[] = [],
    options?: ErrorOptions,
  ) {
    super(serverMessage ?? textOfStatus(status), options);
    this.name = 'ApiError';
    this.status = status;
    this.serverMessage = serverMessage;
    this.code = code;
    this.details = details;
  }
}

/** Returns the generic text for a status (spec 000 §8); 0 is a network failure. */
function textOfStatus(status: number): string {
  if (status === 0) return STATUS.network;
  const texts: Readonly<Record<number, string>> = STATUS;
  return texts[status] ?? STATUS.other;
}

/** Returns the message to show for any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : STATUS.other;
}

/** Returns the server's message or, without one, `failed`; `network` if the server could not be reached. */
export function messageOr(error: unknown, failed: string, network: string = STATUS.network): string {
  if (!(error instanceof ApiError)) return failed;
  return error.status === 0 ? network : (error.serverMessage ?? failed);
}

export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status);
}

/** Reads the error body of a failed response. */
export async function errorOf(response: Response): Promise<ApiError> {
  // A body that is not JSON contains no message.
  const body: unknown = await response.json().catch(() => undefined);
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = [fields.message, fields.error].find((value) => typeof value === 'string' && value !== '');
  return new ApiError(
    response.status,
    typeof text === 'string' ? text : undefined,
    typeof fields.code === 'string' ? fields.code : undefined,
    Array.isArray(fields.details) ? fields.details : [],
  );
}
