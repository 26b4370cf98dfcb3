import type { Column } from '../table.ts';

const CHUNK_CHARACTERS = 65_536;

/** Rows in the text format of COPY, in pieces, made as the connection takes them. Columns in the order given. */
export function* copyText(
  generation: number,
  columns: readonly (readonly [name: string, column: Column])[],
  rows: Iterable<Readonly<Record<string, unknown>>>,
): Generator<string> {
  const fields = columns.map(([name, { type }]) => ({ name, isJson: type === 'jsonb' }));
  let chunk = '';
  for (const row of rows) {
    chunk += generation;
    for (const { name, isJson } of fields) {
      const value = row[name];
      chunk += value === null || value === undefined ? '\t\\N' : `\t${isJson ? json(value) : plain(value)}`;
    }
    chunk += '\n';
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

const json = (value: unknown): string => escaped(withoutNul(JSON.stringify(value)));

function plain(value: unknown): string {
  if (typeof value === 'string') return escaped(value);
  return Array.isArray(value) ? escaped(arrayLiteral(value)) : String(value);
}

/** PostgreSQL has no NUL in a text: what stands in a log all the same is shown as the replacement character. */
export const withoutNul = (json: string): string =>
  json.includes('\\u0000') ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\ufffd') : json;

const SPECIAL = /[\\\t\n\r\0]/;
const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\ufffd',
};

function escaped(text: string): string {
  return SPECIAL.test(text)
    ? text.replaceAll(/[\\\t\n\r\0]/g, (character) => ESCAPES[character] ?? character)
    : text;
}

const arrayLiteral = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`;
