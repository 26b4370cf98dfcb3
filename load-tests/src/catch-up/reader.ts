import { setTimeout as delay } from 'node:timers/promises';

/** Result of a reader that waited to see its own write. */
export interface WaitResult {
  /** Number of responses with status 503. */
  readonly refused: number;
  /** Longest wait for a response with status 503, in seconds. */
  readonly slowest: number;
}

/** Request timeout, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Queries with a minimum position and retries on 503 until it succeeds. Rejects on any other failure. */
export async function readUntilShown(
  url: string,
  token: string,
  position: string,
  onRefused: () => void,
): Promise<WaitResult> {
  const headers = { authorization: `Bearer ${token}`, 'x-min-position': position };
  let slowest = 0;
  for (let refused = 0; ; refused++) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const body = await response.text();
    if (response.ok) return { refused, slowest };
    const retryAfter = Number(response.headers.get('retry-after') ?? 0);
    if (response.status !== 503 || !(retryAfter > 0)) {
      throw new Error(`Unexpected status ${response.status}, Retry-After ${retryAfter}: ${body}`);
    }
    slowest = Math.max(slowest, (performance.now() - startedAt) / 1_000);
    onRefused();
    await delay(retryAfter * 1_000);
  }
}
