import type { Column } from '../table.ts';

const CHUNK_CHARACTERS = 65_536;

/** Rows in the text format of COPY, in pieces, made as the connection takes them. Columns in the order given. */
export function* copyText(
  generation: number,
  columns: readonly (readonly [name: string, column: Column])[],
  rows: Iterable<Readonly<Record<string, unknown>>>,
): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += generation;
    for (const [name, { type }] of columns) chunk += `\t${field(row[name], type)}`;
    chunk += '\n';
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

function field(value: unknown, type: string): string {
  if (value === null || value === undefined) return '\\N';
  if (type === 'jsonb') return escaped(withoutNul(JSON.stringify(value)));
  if (typeof value === 'string') return escaped(value);
  if (Array.isArray(value)) return escaped(arrayLiteral(value));
  return String(value);
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
