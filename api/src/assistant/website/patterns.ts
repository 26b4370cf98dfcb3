/**
 * Returns whether a URL matches a pattern as in robots.txt (RFC 9309 §2.2.3): `*` matches any text and a final `$` anchors the
 * end; without `$`, anything may follow. Takes time linear in both lengths for every pattern.
 */
export function matches(pattern: string, url: string): boolean {
  const { pathname, search } = new URL(url);
  const text = pathname + search;
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...parts] = (isAnchored ? pattern.slice(0, -1) : `${pattern}*`).split('*');
  if (!text.startsWith(first)) return false;
  const last = parts.pop();
  if (last === undefined) return text === first;
  let position = first.length;
  for (const part of parts) {
    const index = text.indexOf(part, position);
    if (index < 0) return false;
    position = index + part.length;
  }
  return text.length - last.length >= position && text.endsWith(last);
}

/** Returns whether a website's patterns allow a page to be crawled: included (or `include` is empty) and not excluded. */
export function isInScope(
  url: string,
  { include, exclude }: { include: readonly string[]; exclude: readonly string[] },
): boolean {
  if (exclude.some((pattern) => matches(pattern, url))) return false;
  return include.length === 0 || include.some((pattern) => matches(pattern, url));
}
