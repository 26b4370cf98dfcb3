/** Words at each end of a quote that identify it on its page. */
const WORDS = 5;

/** Returns the address that opens a page at a quote, as a text fragment: `https://…#:~:text=first,last`. */
export function linkToQuote(url: string, quote: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  const lines = quote
    .split('\n')
    // Cells of a table are separate elements, and marks of a list and of a cut are not on the page.
    .map((line) => line.replace(/^- /, '').replaceAll('…', '').trim())
    .filter((line) => line !== '');
  const first = (lines[0]?.split(' | ')[0] ?? '').split(/\s+/);
  const last = (lines.at(-1)?.split(' | ').at(-1) ?? '').split(/\s+/);
  if (first[0] === '') return url;
  const isShort = lines.length === 1 && first.length <= 2 * WORDS && lines[0]?.includes(' | ') === false;
  const fragment = isShort
    ? encoded(first)
    : `${encoded(first.slice(0, WORDS))},${encoded(last.slice(-WORDS))}`;
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${fragment}`;
}

/** Percent-encodes words; a hyphen has a meaning of its own in a text fragment. */
const encoded = (words: readonly string[]) =>
  encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('-', '%2D');
