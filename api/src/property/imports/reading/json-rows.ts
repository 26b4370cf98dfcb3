import { type SourceRow, UnreadableFileError } from './source-row.ts';
import { RAW_LIMIT, textProblem } from './text.ts';

/** Maximum row length of a JSON file in characters; polygons can be long. */
export const JSON_ROW_LIMIT = 8 * 1024 * 1024;

/** Maximum nesting depth of a row; recursive code overflows the stack at a few thousand levels. */
const MAX_LEVELS = 100;

/** Maximum number of columns; real files of parcels have a few dozen. */
const MAX_COLUMNS = 2_000;

const NO_VALUES: readonly unknown[] = [];

/**
 * Converts JSON texts to rows: nested keys become columns joined by `_`; a GeoJSON feature becomes its properties. Throws
 * `UnreadableFileError` for too many columns.
 */
export class JsonTable {
  readonly columns: string[] = [];
  readonly #indexes = new Map<string, number>();

  row(line: number, raw: string): SourceRow {
    let parsed: unknown;
    try {
      parsed = JSON.parse(raw);
    } catch {
      return this.rejected(line, raw, 'Is not valid JSON');
    }
    if (!isObject(parsed)) return this.rejected(line, raw, 'Is not a JSON object');
    const problem = textProblem(raw);
    if (problem) return this.rejected(line, raw, problem);
    if (isDeeper(parsed, MAX_LEVELS))
      return this.rejected(line, raw, `Is nested more than ${MAX_LEVELS} levels deep`);
    const values: unknown[] = [];
    if (parsed.type === 'Feature' && 'properties' in parsed) {
      if (isObject(parsed.properties)) this.#spread(values, parsed.properties, '');
      this.#set(values, 'geometry', parsed.geometry);
      if (parsed.id !== undefined) this.#set(values, 'feature_id', parsed.id);
    } else {
      this.#spread(values, parsed, '');
    }
    return { line, values, raw, problem: undefined };
  }

  rejected(line: number, raw: string, problem: string): SourceRow {
    return { line, values: NO_VALUES, raw: raw.slice(0, RAW_LIMIT), problem };
  }

  #spread(values: unknown[], object: Record<string, unknown>, prefix: string): void {
    for (const key in object) {
      const value = object[key];
      const column = prefix + key;
      if (isObject(value) && column !== 'geometry') this.#spread(values, value, `${column}_`);
      else this.#set(values, column, value);
    }
  }

  #set(values: unknown[], column: string, value: unknown): void {
    let index = this.#indexes.get(column);
    if (index === undefined) {
      if (this.columns.length === MAX_COLUMNS)
        throw new UnreadableFileError(
          `The file has more than ${MAX_COLUMNS.toLocaleString('en-US')} columns. Use the same keys in every row, not parcel numbers or other values`,
        );
      index = this.columns.push(column) - 1;
      this.#indexes.set(column, index);
    }
    values[index] = value;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
