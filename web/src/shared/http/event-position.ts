/**
 * Time for which queries require the last command's position, in milliseconds. After that, outdated data is better
 * than none.
 */
const POSITION_REQUIRED_MS = 60_000;

let lastPosition: { token: string; at: number } | undefined;

/** Stores the log position of this tab's commands (`X-Event-Position`, `log id:position`). */
export function rememberPosition(response: Response): void {
  const token = response.headers.get('X-Event-Position');
  if (token) lastPosition = { token: laterOf(lastPosition?.token, token), at: Date.now() };
}

/** Returns the later of two positions; responses may arrive out of order. */
export function laterOf(previous: string | undefined, current: string): string {
  const [previousLog, previousPosition] = previous?.split(':') ?? [];
  const [log, position] = current.split(':');
  if (previousLog !== log || previousPosition === undefined || position === undefined) return current;
  return BigInt(previousPosition) > BigInt(position) ? `${previousLog}:${previousPosition}` : current;
}

/** Returns the `X-Min-Position` header of queries, so that users see their own changes. */
export function minimumPosition(): Record<string, string> {
  if (!lastPosition || Date.now() - lastPosition.at > POSITION_REQUIRED_MS) return {};
  return { 'X-Min-Position': lastPosition.token };
}
