/**
 * Failure of a model server, or of a model in this process, which can be `loading`. Contains nothing that the server sent, which
 * may include the API key.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly reason: 'status' | 'timeout' | 'network' | 'broken' | 'loading';
  readonly status: number;
  /** Seconds, if the server sent them. */
  readonly retryAfter: number | undefined;

  constructor(reason: ModelError['reason'], status = 0, retryAfter?: number) {
    super(`Model request failed: ${reason}${status === 0 ? '' : ` ${status}`}`);
    this.reason = reason;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export interface ModelServer {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  readonly timeoutMs: number;
}

/** Posts to a server that implements OpenAI's API. Throws a `ModelError` for an error status. */
export async function postToModel(
  { baseUrl, apiKey, model }: ModelServer,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'stream' in body ? 'text/event-stream' : 'application/json',
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, ...body }),
    signal,
    // A redirect could send the key elsewhere.
    redirect: 'error',
  });
  if (response.ok) return response;
  await response.body?.cancel();
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  throw new ModelError('status', response.status, Number.isNaN(retryAfter) ? undefined : retryAfter);
}

/** Returns the `ModelError` for a failed request. */
export function asModelError(error: unknown, isTimeout: boolean): ModelError {
  if (error instanceof ModelError) return error;
  if (isTimeout) return new ModelError('timeout');
  return new ModelError(error instanceof TypeError ? 'network' : 'broken');
}
