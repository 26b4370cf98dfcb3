/**
 * Returns whether a URL matches a pattern: `*` matches any text, a final `$` anchors the end, and anything may follow without it, as
 * in robots.txt (RFC 9309 §2.2.3). Linear in both lengths for every pattern.
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

/** Returns whether a page is crawled: included (or `include` is empty) and not excluded. */
export function isWanted(
  url: string,
  { include, exclude }: { include: readonly string[]; exclude: readonly string[] },
): boolean {
  if (exclude.some((pattern) => matches(pattern, url))) return false;
  return include.length === 0 || include.some((pattern) => matches(pattern, url));
}
