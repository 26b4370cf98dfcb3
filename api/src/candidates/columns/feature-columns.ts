import { digestOf } from '@landline/scoring-engine/packed-scores';
import type { BinaryRow } from './binary-rows.ts';
import { RowIds } from './row-ids.ts';
import { type Orders, ordersByNumber, ordersByText, sortedByBytes } from './sorting.ts';
import { Lowering, Texts } from './texts.ts';

export const NUMBERS = [
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
export type NumberName = (typeof NUMBERS)[number];
/** What lists are sorted by. */
const SORTED = ['parcel_area', 'open_area', 'open_ratio'] as const;
type SortedNumber = (typeof SORTED)[number];
const CODES = ['zip_code', 'zoning_code', 'city', 'building_data_quality', 'data_quality_flag'] as const;
export type CodeName = (typeof CODES)[number];
const TEXTS = ['street_address', 'apn'] as const;
export type TextName = (typeof TEXTS)[number];

/** The columns of `read.candidate` that are read, in this order. */
export const FEATURES = ['id', ...NUMBERS, ...CODES, ...TEXTS] as const;
const FIRST_CODE = 1 + NUMBERS.length;
const ADDRESS = FIRST_CODE + CODES.length;
const APN = ADDRESS + 1;

/** Texts of which there are few: each row has the index of its own; the first is none. */
class Codes {
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

const isDashOrBlank = (byte: number) => byte === 0x2d || byte === 0x20;

/** What lists need to know of the candidates of a dataset to filter, to sort, to show and to export them, column by column. */
export class FeatureColumns {
  readonly ids: RowIds;
  readonly size: number;
  readonly numbers: Readonly<Record<NumberName, Float64Array>>;
  readonly codes: Readonly<Record<CodeName, Codes>>;
  readonly written: Readonly<Record<TextName, Texts>>;
  /** In lower case; of parcel numbers without dashes. */
  readonly addresses: Texts;
  readonly apns: Texts;
  /** Rows in the order of their ids. */
  readonly idOrder: Uint32Array;
  /** Of the ids in that order. */
  readonly idsDigest: Buffer;
  readonly addressOrders: Orders;
  readonly #orders: ReadonlyMap<SortedNumber, Orders>;

  constructor(made: {
    ids: RowIds;
    numbers: FeatureColumns['numbers'];
    codes: FeatureColumns['codes'];
    written: FeatureColumns['written'];
    addresses: Texts;
    apns: Texts;
    idOrder: Uint32Array;
    idsDigest: Buffer;
    addressOrders: Orders;
    orders: ReadonlyMap<SortedNumber, Orders>;
  }) {
    this.ids = made.ids;
    this.size = made.idOrder.length;
    this.numbers = made.numbers;
    this.codes = made.codes;
    this.written = made.written;
    this.addresses = made.addresses;
    this.apns = made.apns;
    this.idOrder = made.idOrder;
    this.idsDigest = made.idsDigest;
    this.addressOrders = made.addressOrders;
    this.#orders = made.orders;
  }

  number(name: NumberName, row: number): number | null {
    const value = this.numbers[name][row] as number;
    return Number.isNaN(value) ? null : value;
  }

  text(name: CodeName | TextName, row: number): string | null {
    if (name === 'street_address' || name === 'apn') return this.written[name].at(row);
    const { rows, texts } = this.codes[name];
    return texts[rows[row] as number] ?? null;
  }

  ordersBy(name: SortedNumber): Orders {
    return this.#orders.get(name) as Orders; // of each
  }

  get byteLength(): number {
    const orders = this.size * 4 * (1 + 2 * (1 + SORTED.length));
    const numbers = this.size * 8 * NUMBERS.length;
    const texts = [...Object.values(this.codes), ...Object.values(this.written), this.addresses, this.apns];
    return texts.reduce((sum, { byteLength }) => sum + byteLength, this.ids.byteLength + orders + numbers);
  }
}

/** Takes rows of `FEATURES` as they come. */
export class FeatureBuilder {
  #size = 0;
  #capacity = 1_024;
  #ids = new Uint8Array(this.#capacity * 16);
  readonly #numbers = NUMBERS.map(() => new Float64Array(this.#capacity));
  readonly #codes = CODES.map(() => new Codes(this.#capacity));
  readonly #written = { street_address: new Texts(), apn: new Texts() };
  readonly #addresses = new Texts();
  readonly #apns = new Texts();
  readonly #lowering = new Lowering();
  readonly #maxRows: number;

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  /** Throws a RangeError when there are too many. */
  add({ bytes, view, starts, lengths }: BinaryRow): void {
    const row = this.#size++;
    if (row === this.#maxRows) throw new RangeError(`A dataset of more than ${row} candidates`);
    if (row === this.#capacity) this.#grow();
    const textOf = (field: number) => {
      const start = starts[field] as number;
      const length = lengths[field] as number;
      return length < 0 ? null : bytes.subarray(start, start + length);
    };
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
    const address = textOf(ADDRESS);
    this.#written.street_address.add(address);
    this.#addresses.add(address && this.#lowering.of(address));
    const apn = textOf(APN);
    this.#written.apn.add(apn);
    this.#apns.add(apn && this.#lowering.of(apn, isDashOrBlank));
  }

  /** All of them, sorted; other work goes first between the steps. */
  async finish(yielding: () => Promise<void>): Promise<FeatureColumns> {
    const size = this.#size;
    const ids = this.#ids.slice(0, size * 16);
    const rows = Uint32Array.from({ length: size }, (_, row) => row);
    const idOrder = sortedByBytes(rows, size, {
      bytes: ids,
      startOf: (row) => row * 16,
      lengthOf: () => 16,
    });
    await yielding();
    const idsDigest = digestOf(ids, idOrder);
    await yielding();
    const { bytes, starts, nulls } = this.#written.street_address;
    const written = {
      bytes,
      startOf: (row: number) => starts[row] as number,
      lengthOf: (row: number) => (starts[row + 1] as number) - (starts[row] as number),
    };
    const addressOrders = ordersByText(written, idOrder, (row) => nulls[row] === 1);
    await yielding();
    for (const texts of [this.#addresses, this.#apns, ...Object.values(this.#written)]) texts.trim();
    for (const codes of this.#codes) codes.rows = codes.rows.slice(0, size);
    const codes = Object.fromEntries(
      CODES.map((name, n) => [name, this.#codes[n]]),
    ) as unknown as FeatureColumns['codes']; // one for each of CODES
    const numbers = Object.fromEntries(
      NUMBERS.map((name, n) => [name, this.#numbers[n]?.slice(0, size)]),
    ) as unknown as FeatureColumns['numbers']; // one for each of NUMBERS
    const orders = new Map<SortedNumber, Orders>();
    for (const name of SORTED) {
      orders.set(name, ordersByNumber(numbers[name], idOrder));
      await yielding();
    }
    return new FeatureColumns({
      ids: new RowIds(ids),
      numbers,
      orders,
      codes,
      written: this.#written,
      addresses: this.#addresses,
      apns: this.#apns,
      idOrder,
      idsDigest,
      addressOrders,
    });
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
