/** Number of words at each end of a quote that identify it on its page. */
const WORDS = 5;
/** Header of a table cell or term of a definition. On the page, it is a separate element from the text that follows. */
const LABEL = /^[^:;]{1,120}: (?=\S)/;

/** Returns the address that opens a page at a quote, as a text fragment: `https://…#:~:text=first,last`. */
export function linkToQuote(url: string, quote: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  const lines = quote
    .split('\n')
    // List bullets and ellipses are not on the page.
    .map((line) => line.replace(/^- /, '').replaceAll('…', '').trim())
    .filter((line) => line !== '')
    .map(cellsOf);
  const first = wordsOf(lines[0]?.[0]);
  const last = wordsOf(lines.at(-1)?.at(-1));
  if (first[0] === '') return url;
  const isShort = lines.length === 1 && lines[0]?.length === 1 && first.length <= 2 * WORDS;
  const fragment = isShort
    ? percentEncode(first)
    : `${percentEncode(first.slice(0, WORDS))},${percentEncode(last.slice(-WORDS))}`;
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${fragment}`;
}

/** Splits a table row, such as "Plan: Basic; Price: $10", into cells. Pages stored by earlier versions separate them with bars. */
function cellsOf(line: string): string[] {
  if (!LABEL.test(line)) return line.split(' | ');
  return line.split('; ').map((cell) => cell.replace(LABEL, ''));
}

const wordsOf = (text = '') => text.split(/\s+/);

/** Percent-encodes words, including hyphens, which have a special meaning in a text fragment. */
const percentEncode = (words: readonly string[]) =>
  encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('-', '%2D');
