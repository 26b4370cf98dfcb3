/** Words at each end of a quote that identify it on its page. */
const WORDS = 5;
/** Header of a table's cell or term of a definition, which is a separate element from the text that follows. */
const LABEL = /^[^:;]{1,120}: (?=\S)/;

/** Returns the address that opens a page at a quote, as a text fragment: `https://…#:~:text=first,last`. */
export function linkToQuote(url: string, quote: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  const lines = quote
    .split('\n')
    // Marks of a list and of a cut are not on the page.
    .map((line) => line.replace(/^- /, '').replaceAll('…', '').trim())
    .filter((line) => line !== '')
    .map(cellsOf);
  const first = wordsOf(lines[0]?.[0]);
  const last = wordsOf(lines.at(-1)?.at(-1));
  if (first[0] === '') return url;
  const isShort = lines.length === 1 && lines[0]?.length === 1 && first.length <= 2 * WORDS;
  const fragment = isShort
    ? encoded(first)
    : `${encoded(first.slice(0, WORDS))},${encoded(last.slice(-WORDS))}`;
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${fragment}`;
}

/** Splits the row of a table, such as "Plan: Basic; Price: $10", into its cells; pages read earlier separate them by bars. */
function cellsOf(line: string): string[] {
  if (!LABEL.test(line)) return line.split(' | ');
  return line.split('; ').map((cell) => cell.replace(LABEL, ''));
}

const wordsOf = (text = '') => text.split(/\s+/);

/** Percent-encodes words; a hyphen has a special meaning in a text fragment. */
const encoded = (words: readonly string[]) =>
  encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('-', '%2D');
