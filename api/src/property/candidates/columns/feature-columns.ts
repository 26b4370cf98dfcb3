import { digestOf } from '@landline/scoring-engine/packed-scores';
import { IGNORED_CHARACTERS } from '../filters.ts';
import type { BinaryRow } from './binary-copy-reader.ts';
import { RowIds } from './row-ids.ts';
import { type Orders, ordersByNumber, ordersByText, sortedByBytes } from './sorting.ts';
import { LowerCase, TextColumn } from './text-column.ts';

const NUMBERS = [
  'parcel_area',
  'open_area',
  'open_ratio',
  'units',
  'building_area',
  'year_built',
  'longitude',
  'latitude',
  'first_imported_at',
] as const;
type NumberName = (typeof NUMBERS)[number];
const SORTED_NUMBERS = ['parcel_area', 'open_area', 'open_ratio'] as const;
type SortedColumn = (typeof SORTED_NUMBERS)[number] | 'street_address';
const CODES = ['zip_code', 'zoning_code', 'city', 'building_data_quality', 'data_quality_flag'] as const;
type CodeName = (typeof CODES)[number];
const TEXTS = ['street_address', 'apn'] as const;
type TextName = (typeof TEXTS)[number];

/** Columns of `read.candidate` in load order. */
export const FEATURES = ['id', ...NUMBERS, ...CODES, ...TEXTS] as const;
const FIRST_CODE = 1 + NUMBERS.length;
const FIRST_TEXT = FIRST_CODE + CODES.length;

/** A column of few distinct texts: each row holds an index into `texts`, whose first entry is null. */
class CodeColumn {
  rows: Uint32Array;
  readonly texts: (string | null)[] = [null];
  readonly #known = new Map<string, number>();

  constructor(capacity: number) {
    this.rows = new Uint32Array(capacity);
  }

  set(row: number, text: string): void {
    let code = this.#known.get(text);
    if (code === undefined) {
      code = this.texts.push(text) - 1;
      this.#known.set(text, code);
    }
    this.rows[row] = code;
  }

  get byteLength(): number {
    return this.rows.byteLength + this.texts.length * 100;
  }
}

/** The features of a dataset's candidates that lists filter, sort, show and export, as columns. */
export interface FeatureColumns {
  readonly size: number;
  readonly ids: RowIds;
  /** NaN means null. */
  readonly numbers: Readonly<Record<NumberName, Float64Array>>;
  readonly codes: Readonly<Record<CodeName, CodeColumn>>;
  readonly texts: Readonly<Record<TextName, TextColumn>>;
  /** The texts in lower case without their `IGNORED_CHARACTERS`. */
  readonly searched: Readonly<Record<TextName, TextColumn>>;
  /** Rows sorted by candidate id. */
  readonly idOrder: Uint32Array;
  /** Digest of the ids in that order. */
  readonly idsDigest: Buffer;
  readonly orders: Readonly<Record<SortedColumn, Orders>>;
}

export function numberAt({ numbers }: FeatureColumns, name: NumberName, row: number): number | null {
  const value = numbers[name][row] as number;
  return Number.isNaN(value) ? null : value;
}

export function textAt({ texts, codes }: FeatureColumns, name: CodeName | TextName, row: number) {
  if (name === 'street_address' || name === 'apn') return texts[name].at(row);
  const column = codes[name];
  return column.texts[column.rows[row] as number] ?? null;
}

export function byteLengthOf({ ids, size, codes, texts, searched }: FeatureColumns): number {
  const orders = size * 4 * (1 + 2 * (1 + SORTED_NUMBERS.length));
  const columns = [codes, texts, searched].flatMap((group) => Object.values(group));
  const numbers = size * 8 * NUMBERS.length;
  return columns.reduce((sum, { byteLength }) => sum + byteLength, ids.byteLength + orders + numbers);
}

/** Builds columns from rows of `FEATURES`. */
export class FeatureBuilder {
  #size = 0;
  #capacity = 1_024;
  #ids = new Uint8Array(this.#capacity * 16);
  readonly #numbers = NUMBERS.map(() => new Float64Array(this.#capacity));
  readonly #codes = CODES.map(() => new CodeColumn(this.#capacity));
  readonly #texts = { street_address: new TextColumn(), apn: new TextColumn() };
  readonly #searched = { street_address: new TextColumn(), apn: new TextColumn() };
  readonly #lowerCase = {
    street_address: new LowerCase(IGNORED_CHARACTERS.street_address),
    apn: new LowerCase(IGNORED_CHARACTERS.apn),
  };
  readonly #maxRows: number;

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  /** Throws a RangeError beyond the maximum number of rows. */
  add({ bytes, view, starts, lengths }: BinaryRow): void {
    const row = this.#size++;
    if (row === this.#maxRows) throw new RangeError(`The dataset has more than ${row} candidates`);
    if (row === this.#capacity) this.#grow();
    this.#ids.set(bytes.subarray(starts[0], (starts[0] as number) + 16), row * 16);
    for (let n = 0; n < NUMBERS.length; n++) {
      const isKnown = (lengths[1 + n] as number) === 8;
      (this.#numbers[n] as Float64Array)[row] = isKnown
        ? view.getFloat64(starts[1 + n] as number)
        : Number.NaN;
    }
    for (let n = 0; n < CODES.length; n++) {
      const length = lengths[FIRST_CODE + n] as number;
      const start = starts[FIRST_CODE + n] as number;
      if (length >= 0) this.#codes[n]?.set(row, bytes.toString('utf8', start, start + length));
    }
    for (let n = 0; n < TEXTS.length; n++) {
      const name = TEXTS[n] as TextName;
      const length = lengths[FIRST_TEXT + n] as number;
      const start = starts[FIRST_TEXT + n] as number;
      const text = length < 0 ? null : bytes.subarray(start, start + length);
      this.#texts[name].add(text);
      this.#searched[name].add(text && this.#lowerCase[name].of(text));
    }
  }

  /** Sorts the columns; awaits `nextTurn` between steps, so that other work can run. */
  async finish(nextTurn: () => Promise<void>): Promise<FeatureColumns> {
    const size = this.#size;
    const ids = this.#ids.slice(0, size * 16);
    const rows = Uint32Array.from({ length: size }, (_, row) => row);
    const idOrder = sortedByBytes(rows, size, {
      bytes: ids,
      startOf: (row) => row * 16,
      lengthOf: () => 16,
    });
    await nextTurn();
    const idsDigest = digestOf(ids, idOrder);
    await nextTurn();
    const { bytes, starts, nulls } = this.#texts.street_address;
    const addresses = {
      bytes,
      startOf: (row: number) => starts[row] as number,
      lengthOf: (row: number) => (starts[row + 1] as number) - (starts[row] as number),
    };
    const byAddress = ordersByText(addresses, idOrder, (row) => nulls[row] === 1);
    await nextTurn();
    for (const column of [...Object.values(this.#texts), ...Object.values(this.#searched)]) column.trim();
    for (const codes of this.#codes) codes.rows = codes.rows.slice(0, size);
    const codes = Object.fromEntries(
      CODES.map((name, n) => [name, this.#codes[n]]),
    ) as unknown as FeatureColumns['codes']; // has every name of CODES
    const numbers = Object.fromEntries(
      NUMBERS.map((name, n) => [name, this.#numbers[n]?.slice(0, size)]),
    ) as unknown as FeatureColumns['numbers']; // has every name of NUMBERS
    const orders = { street_address: byAddress } as Record<SortedColumn, Orders>;
    for (const name of SORTED_NUMBERS) {
      orders[name] = ordersByNumber(numbers[name], idOrder);
      await nextTurn();
    }
    const columns = { numbers, codes, texts: this.#texts, searched: this.#searched };
    return { size, ids: new RowIds(ids), ...columns, idOrder, idsDigest, orders };
  }

  #grow(): void {
    this.#capacity *= 2;
    const ids = new Uint8Array(this.#capacity * 16);
    ids.set(this.#ids);
    this.#ids = ids;
    for (const [n, column] of this.#numbers.entries()) {
      const larger = new Float64Array(this.#capacity);
      larger.set(column);
      this.#numbers[n] = larger;
    }
    for (const codes of this.#codes) {
      const larger = new Uint32Array(this.#capacity);
      larger.set(codes.rows);
      codes.rows = larger;
    }
  }
}
