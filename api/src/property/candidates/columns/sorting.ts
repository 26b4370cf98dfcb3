/** Number of values of one digit. */
const RADIX = 1 << 16;
/** Exclusive upper bound of the values in a counting sort. */
const MAX_TENTHS = 1 << 15;
const STEP_ROWS = 1 << 15;

/** Row order of a sort in each direction. Rows without a value come last; equal rows are sorted by candidate id. */
export interface Orders {
  readonly asc: Uint32Array;
  readonly desc: Uint32Array;
}

/**
 * Sorts rows stably by one 16-bit digit; `keys` holds `stride` digits per row. Returns false, with `sorted` untouched, when
 * all rows have the same digit.
 */
function byDigit(
  rows: Uint32Array,
  sorted: Uint32Array,
  keys: Uint16Array,
  { stride, digit }: { stride: number; digit: number },
): boolean {
  const places = new Uint32Array(RADIX + 1);
  for (let n = 0; n < rows.length; n++) {
    const after = (keys[(rows[n] as number) * stride + digit] as number) + 1;
    places[after] = (places[after] as number) + 1;
  }
  const only = (keys[(rows[0] ?? 0) * stride + digit] ?? 0) + 1;
  if (places[only] === rows.length) return false;
  for (let place = 1; place < RADIX; place++)
    places[place] = (places[place] as number) + (places[place - 1] as number);
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] as number;
    const place = keys[row * stride + digit] as number;
    const at = places[place] as number;
    sorted[at] = row;
    places[place] = at + 1;
  }
  return true;
}

/** Radix-sorts rows by keys of `stride` digits, least significant first. */
function byKeys(rows: Uint32Array, keys: Uint16Array, stride: number): Uint32Array {
  let from = rows.slice();
  let to = new Uint32Array(rows.length);
  for (let digit = 0; digit < stride; digit++) {
    if (byDigit(from, to, keys, { stride, digit })) [from, to] = [to, from];
  }
  return from;
}

/** Separates rows with a value from rows without, keeping their order. */
function partition(
  rows: Uint32Array,
  isMissing: (row: number) => boolean,
): [known: Uint32Array, missing: Uint32Array] {
  const known = new Uint32Array(rows.length);
  const missing = new Uint32Array(rows.length);
  let [knownCount, missingCount] = [0, 0];
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] as number;
    if (isMissing(row)) missing[missingCount++] = row;
    else known[knownCount++] = row;
  }
  return [known.subarray(0, knownCount), missing.subarray(0, missingCount)];
}

function concat(known: Uint32Array, missing: Uint32Array): Uint32Array {
  const rows = new Uint32Array(known.length + missing.length);
  rows.set(known);
  rows.set(missing, known.length);
  return rows;
}

/** Reverses the order, except among equal rows, which stay sorted by id. */
function reversed(sorted: Uint32Array, isSame: (a: number, b: number) => boolean): Uint32Array {
  const rows = new Uint32Array(sorted.length);
  let next = 0;
  for (let to = sorted.length; to > 0; ) {
    const last = sorted[to - 1] as number;
    let from = to - 1;
    while (from > 0 && isSame(sorted[from - 1] as number, last)) from--;
    for (let at = from; at < to; at++) rows[next++] = sorted[at] as number;
    to = from;
  }
  return rows;
}

const bothDirections = (
  sorted: Uint32Array,
  missing: Uint32Array,
  isSame: (a: number, b: number) => boolean,
): Orders => ({ asc: concat(sorted, missing), desc: concat(reversed(sorted, isSame), missing) });

/** Sorts by numbers; NaN is missing. */
export function ordersByNumber(values: Float64Array, idOrder: Uint32Array): Orders {
  // The bits of doubles compare like the numbers once those of negative numbers are inverted.
  const numbers = values.map((value) => value + 0); // turns -0 into 0
  const words = new Int32Array(numbers.buffer);
  for (let at = 0; at < words.length; at += 2) {
    const high = words[at + 1] as number;
    const sign = high >> 31;
    words[at] = (words[at] as number) ^ sign;
    words[at + 1] = high ^ (sign | 0x8000_0000);
  }
  const [known, missing] = partition(idOrder, (row) => Number.isNaN(values[row]));
  const sorted = byKeys(known, new Uint16Array(numbers.buffer), 4);
  return bothDirections(sorted, missing, (a, b) => values[a] === values[b]);
}

/** Sorts by integers below `MAX_TENTHS`; a negative value counts as missing. */
export function orderByTenths(
  values: Int16Array,
  idOrder: Uint32Array,
  direction: keyof Orders,
): Uint32Array {
  const steps = stepsByTenths(values, idOrder, direction);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * Sorts like `orderByTenths` in steps of about a millisecond, so that callers can yield. Writes the order to `into`; pass an
 * order that is no longer used to reuse its memory.
 */
export function* stepsByTenths(
  values: Int16Array,
  idOrder: Uint32Array,
  direction: keyof Orders,
  into: Uint32Array = new Uint32Array(idOrder.length),
): Generator<void, Uint32Array> {
  // Place of the first row with each value, in ascending order.
  const begins = new Uint32Array(MAX_TENTHS + 1);
  for (let row = 0; row < values.length; row++) {
    const after = (values[row] as number) + 1;
    if (after > 0) begins[after] = (begins[after] as number) + 1;
  }
  for (let after = 1; after <= MAX_TENTHS; after++)
    begins[after] = (begins[after] as number) + (begins[after - 1] as number);
  const known = begins[MAX_TENTHS] as number;
  // In descending order, the rows with a larger value come first.
  const places = direction === 'asc' ? begins : begins.subarray(1).map((end) => known - end);
  yield;
  let missing = known;
  for (let from = 0; from < idOrder.length; from += STEP_ROWS) {
    const to = Math.min(from + STEP_ROWS, idOrder.length);
    for (let n = from; n < to; n++) {
      const row = idOrder[n] as number;
      const value = values[row] as number;
      if (value < 0) {
        into[missing++] = row;
        continue;
      }
      const place = places[value] as number;
      into[place] = row;
      places[value] = place + 1;
    }
    yield;
  }
  return into;
}

/** Moves one row, whose value has changed, to its place in an otherwise sorted order. */
export function moveRow(order: Uint32Array, row: number, compare: (a: number, b: number) => number): void {
  const lastIndex = order.length - 1;
  const from = order.indexOf(row);
  order.copyWithin(from, from + 1);
  let [low, high] = [0, lastIndex];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(order[middle] as number, row) < 0) low = middle + 1;
    else high = middle;
  }
  order.copyWithin(low + 1, low, lastIndex);
  order[low] = row;
}

/** Sorts only by whether a value is missing; a negative value counts as missing. */
export function orderByAbsence(
  values: Int16Array,
  idOrder: Uint32Array,
  direction: keyof Orders,
): Uint32Array {
  const [known, missing] = partition(idOrder, (row) => (values[row] as number) < 0);
  return direction === 'asc' ? concat(known, missing) : concat(missing, known);
}

/** A byte string per row. */
interface Strings {
  readonly bytes: Uint8Array;
  readonly startOf: (row: number) => number;
  readonly lengthOf: (row: number) => number;
}

const PREFIX = 8;

function compareFrom({ bytes, startOf, lengthOf }: Strings, skip: number) {
  return (a: number, b: number): number => {
    const [startA, startB] = [startOf(a), startOf(b)];
    const [lengthA, lengthB] = [lengthOf(a), lengthOf(b)];
    const length = Math.min(lengthA, lengthB);
    for (let at = skip; at < length; at++) {
      const difference = (bytes[startA + at] as number) - (bytes[startB + at] as number);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  };
}

/** Sorts rows by bytes: by the first eight with a radix sort, then rows with equal prefixes by comparison. */
export function sortedByBytes(rows: Uint32Array, size: number, strings: Strings): Uint32Array {
  const { bytes, startOf, lengthOf } = strings;
  const prefixes = new Uint32Array(size * 2);
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] as number;
    const start = startOf(row);
    const length = Math.min(lengthOf(row), PREFIX);
    let [high, low] = [0, 0];
    for (let at = 0; at < 4; at++) high = (high << 8) | (at < length ? (bytes[start + at] as number) : 0);
    for (let at = 4; at < 8; at++) low = (low << 8) | (at < length ? (bytes[start + at] as number) : 0);
    prefixes[row * 2] = low;
    prefixes[row * 2 + 1] = high;
  }
  const sorted = byKeys(rows, new Uint16Array(prefixes.buffer), 4);
  const compare = compareFrom(strings, PREFIX);
  const isSame = (a: number, b: number) =>
    prefixes[a * 2] === prefixes[b * 2] && prefixes[a * 2 + 1] === prefixes[b * 2 + 1];
  for (let from = 0; from < sorted.length; ) {
    const first = sorted[from] as number;
    let to = from + 1;
    while (to < sorted.length && isSame(first, sorted[to] as number)) to++;
    // A stable sort keeps equal texts in the order of their ids.
    if (to - from > 1) sorted.set(Array.from(sorted.subarray(from, to)).sort(compare), from);
    from = to;
  }
  return sorted;
}

/** Sorts by the bytes of texts. */
export function ordersByText(
  strings: Strings,
  idOrder: Uint32Array,
  isMissing: (row: number) => boolean,
): Orders {
  const [known, missing] = partition(idOrder, isMissing);
  const sorted = sortedByBytes(known, idOrder.length, strings);
  const compare = compareFrom(strings, 0);
  return bothDirections(sorted, missing, (a, b) => compare(a, b) === 0);
}
