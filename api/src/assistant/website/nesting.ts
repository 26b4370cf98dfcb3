/** Elements without an end tag, and those whose end tag may be omitted. */
const UNCOUNTED = new Set(
  `area base br col embed hr img input link meta source track wbr
  html head body p li dt dd tr td th thead tbody tfoot colgroup option optgroup rt rp`.split(/\s+/),
);

/** Returns whether more than `limit` elements are open at some point of the markup, in time linear in its length. */
export function isNestedDeeper(html: string, limit: number): boolean {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d-]*)/gi)) {
    if (UNCOUNTED.has(name.toLowerCase())) continue;
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > limit) return true;
  }
  return false;
}
