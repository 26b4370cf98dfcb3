/** How long a query insists on seeing the last command: after that an old answer is better than none. */
const INSIST_MS = 60_000;

let last: { token: string; at: number } | undefined;

/** Remembers how far in the log the commands of this tab have come (`X-Event-Position`, `log id:position`). */
export function rememberPosition(response: Response): void {
  const token = response.headers.get('X-Event-Position');
  if (token) last = { token: laterOf(last?.token, token), at: Date.now() };
}

/** The later of two positions; answers may arrive in another order than their commands. */
export function laterOf(known: string | undefined, token: string): string {
  const [knownLog, knownPosition] = known?.split(':') ?? [];
  const [log, position] = token.split(':');
  if (knownLog !== log || knownPosition === undefined || position === undefined) return token;
  return BigInt(knownPosition) > BigInt(position) ? `${knownLog}:${knownPosition}` : token;
}

/** What queries send back as `X-Min-Position`, so that people see what they just did (DESIGN §3). */
export function minimumPosition(): Record<string, string> {
  if (!last || Date.now() - last.at > INSIST_MS) return {};
  return { 'X-Min-Position': last.token };
}
