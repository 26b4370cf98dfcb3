/** All days from the first to the last, `YYYY-MM-DD`; a client ahead of the clock may already have one more. */
export function daysOf({ from, to }: { from: string; to: string }, known: Iterable<string> = []): string[] {
  const days: string[] = [];
  const last = [to, ...known].reduce((latest, day) => (day > latest ? day : latest), to);
  for (let at = Date.parse(from); at <= Date.parse(last); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}
