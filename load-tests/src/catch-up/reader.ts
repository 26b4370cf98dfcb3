import { setTimeout as pause } from 'node:timers/promises';

/** What became of somebody who waited to see what they had done. */
export interface Waited {
  /** How often they were told to come again. */
  readonly refused: number;
  /** The longest that they waited for such an answer, in seconds. */
  readonly slowest: number;
}

/** Nobody is kept waiting for so long. */
const HANGING_MS = 30_000;

/** Asks for what stands at a position of the log, as often as it is told to come again. Rejects when an answer is any other. */
export async function readUntilShown(
  url: string,
  token: string,
  position: string,
  onRefused: () => void,
): Promise<Waited> {
  const headers = { authorization: `Bearer ${token}`, 'x-min-position': position };
  let slowest = 0;
  for (let refused = 0; ; refused++) {
    const begun = performance.now();
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(HANGING_MS) });
    const body = await answer.text();
    if (answer.ok) return { refused, slowest };
    const retryAfter = Number(answer.headers.get('retry-after') ?? 0);
    if (answer.status !== 503 || !(retryAfter > 0)) {
      throw new Error(`A reader was answered ${answer.status}, Retry-After ${retryAfter}: ${body}`);
    }
    slowest = Math.max(slowest, (performance.now() - begun) / 1_000);
    onRefused();
    await pause(retryAfter * 1_000);
  }
}
