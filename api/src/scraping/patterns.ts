/**
 * Whether an address is one of a pattern's: `*` stands for anything, `$` at the end for the end, and without it whatever
 * follows is its, as in robots.txt (RFC 9309 §2.2.3). Takes time in proportion to both lengths, whatever the pattern.
 */
export function matches(pattern: string, url: string): boolean {
  const { pathname, search } = new URL(url);
  const text = pathname + search;
  const isEnded = pattern.endsWith('$');
  const [first = '', ...parts] = (isEnded ? pattern.slice(0, -1) : `${pattern}*`).split('*');
  if (!text.startsWith(first)) return false;
  const last = parts.pop();
  if (last === undefined) return text === first;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Whether a page of a website is read: it is included, where anything is, and not excluded. */
export function isWanted(
  url: string,
  { include, exclude }: { include: readonly string[]; exclude: readonly string[] },
): boolean {
  if (exclude.some((pattern) => matches(pattern, url))) return false;
  return include.length === 0 || include.some((pattern) => matches(pattern, url));
}
