import { STATUS } from '../status-texts.ts';

/** An answer of the api that is not a success: what it says, in words a person can read. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly details: readonly unknown[];
  /** The server's own text; undefined when `message` is only that of the status. */
  readonly said: string | undefined;
  constructor(
    status: number,
    said?: string,
    code?: string,
    details: readonly unknown[] = [],
    options?: ErrorOptions,
  ) {
    super(said ?? textOfStatus(status), options);
    this.name = 'ApiError';
    this.status = status;
    this.said = said;
    this.code = code;
    this.details = details;
  }
}

/** The text of a status (spec 000 §8); 0: the network failed. */
function textOfStatus(status: number): string {
  if (status === 0) return STATUS.network;
  const texts: Readonly<Record<number, string>> = STATUS;
  return texts[status] ?? STATUS.other;
}

/** What to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : STATUS.other;
}

/** What to show where a call has words of its own: the server's text, else `failed`; `network` when it was not reached. */
export function messageOr(error: unknown, failed: string, network: string = STATUS.network): string {
  if (!(error instanceof ApiError)) return failed;
  return error.status === 0 ? network : (error.said ?? failed);
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
    typeof text === 'string' ? text : undefined,
    typeof fields.code === 'string' ? fields.code : undefined,
    Array.isArray(fields.details) ? fields.details : [],
  );
}
