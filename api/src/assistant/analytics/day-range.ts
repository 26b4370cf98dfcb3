/**
 * Returns the days from `from` to `to`, extended to the last known day, because a client ahead of UTC may already be in
 * the next day.
 */
export function daysOf({ from, to }: { from: string; to: string }, known: Iterable<string> = []): string[] {
  const days: string[] = [];
  const last = [to, ...known].reduce((latest, day) => (day > latest ? day : latest), to);
  for (let at = Date.parse(from); at <= Date.parse(last); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}
