import { JSON_ROW_LIMIT, JsonTable } from './json-rows.ts';
import { type SourceBatch, type SourceRow, UnreadableFileError } from './source-row.ts';
import type { TextBlock } from './text.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;
const COMMA = 44;
/** JSON whitespace: space, tab, newline, carriage return. */
const BLANK: ReadonlySet<number> = new Set([32, 9, NEWLINE, 13]);
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

/**
 * Reads a GeoJSON FeatureCollection of any size. Finds the features by counting brackets and parses them one by one, so that
 * a broken feature is rejected with its source text and the others are still read. Rows are numbered by feature, because a
 * file may be one long line; problems mention the line too. Streaming parsers stop at the first syntax error, do not provide
 * the source text, and were 3.6 to 6 times (@streamparser/json 0.0.26) and 7.5 times (stream-json 3.8.0) slower on 100 MB.
 */
export async function* readGeoJson(blocks: AsyncIterable<TextBlock>): AsyncGenerator<SourceBatch> {
  const splitter = new FeatureSplitter();
  let bytesRead = 0;
  for await (const block of blocks) {
    bytesRead = block.bytesRead;
    yield { columns: splitter.table.columns, rows: splitter.push(block.text), bytesRead };
  }
  yield { columns: splitter.table.columns, rows: splitter.end(), bytesRead };
}

class FeatureSplitter {
  readonly table = new JsonTable();
  #place: 'before' | 'features' | 'after' = 'before';
  #depth = 0;
  #line = 1;
  #isInString = false;
  #isEscaped = false;
  /** The last string before the features: the key of the next opening bracket. */
  #key = '';
  /** State of the element that is being read: its text so far and its first line. */
  #isOpen = false;
  #pieces: string[] = [];
  #length = 0;
  #featureLine = 0;
  #features = 0;

  push(text: string): SourceRow[] {
    const rows: SourceRow[] = [];
    // Start of the part of `text` that belongs to a feature or a key.
    let from = this.#isOpen || this.#isInString ? 0 : -1;
    for (let at = 0; at < text.length && this.#place !== 'after'; at++) {
      const char = text.charCodeAt(at);
      if (char === NEWLINE) this.#line++;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (char === BACKSLASH) this.#isEscaped = true;
        else if (char === QUOTE) {
          this.#isInString = false;
          if (this.#place === 'before') {
            this.#key += text.slice(Math.max(from, 0), at);
            from = -1;
          }
        }
      } else if (this.#place === 'features' && this.#depth === 2) {
        // Between features: any other text extends to the next feature, comma or closing bracket.
        if (this.#isOpen && (char === OPEN_BRACE || char === COMMA || char === CLOSE_BRACKET)) {
          rows.push(this.#take(text.slice(from, at)));
        }
        if (char === CLOSE_BRACKET) this.#place = 'after';
        else if (char !== COMMA && !this.#isOpen && !BLANK.has(char)) {
          this.#isOpen = true;
          this.#featureLine = this.#line;
          from = at;
        }
        if (char === OPEN_BRACE || char === OPEN_BRACKET) this.#depth++;
        else if (char === QUOTE) this.#isInString = true;
      } else if (char === QUOTE) {
        this.#isInString = true;
        if (this.#place === 'before') {
          this.#key = '';
          from = at + 1;
        }
      } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
        if (
          this.#place === 'before' &&
          char === OPEN_BRACKET &&
          this.#depth === 1 &&
          this.#key === 'features'
        ) {
          this.#place = 'features';
        }
        this.#depth++;
      } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
        this.#depth--;
        if (this.#place === 'features' && this.#depth === 2) {
          rows.push(this.#take(text.slice(from, at + 1)));
        }
      }
    }
    if (this.#isOpen) this.#buffer(text.slice(from));
    else if (this.#place === 'before' && this.#isInString) this.#key += text.slice(Math.max(from, 0));
    return rows;
  }

  end(): SourceRow[] {
    if (this.#place === 'before') {
      throw new UnreadableFileError('The file has no "features": only a FeatureCollection can be imported');
    }
    if (this.#place === 'after') return [];
    const raw = this.#pieces.join('');
    const problem = this.#isOpen
      ? `The file ends within this feature (line ${this.#featureLine})`
      : 'The file ends before its list of features does';
    return [this.table.rejected(this.#features + 1, raw, problem)];
  }

  #buffer(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length > JSON_ROW_LIMIT) {
      throw new UnreadableFileError(`The feature at line ${this.#featureLine} is longer than 8 MB`);
    }
  }

  #take(lastPiece: string): SourceRow {
    const raw = this.#pieces.length === 0 ? lastPiece : this.#pieces.join('') + lastPiece;
    this.#isOpen = false;
    this.#pieces = [];
    this.#length = 0;
    const row = this.table.row(++this.#features, raw);
    if (row.problem === undefined) return row;
    return { ...row, problem: `${row.problem} (line ${this.#featureLine})` };
  }
}
