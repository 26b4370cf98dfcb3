const DIGITS = 1 << 16;
/** Small numbers are below. */
const TENTHS = 1 << 15;
const STEP_ROWS = 1 << 15;

/** Rows in the two directions of a sort. What is missing is last in both, and equal rows keep the order of their ids. */
export interface Orders {
  readonly asc: Uint32Array;
  readonly desc: Uint32Array;
}

/** Sorts rows by 16 bits of their keys; equal ones stay as they are. `keys` holds `stride` such digits a row. */
function byDigit(
  rows: Uint32Array,
  sorted: Uint32Array,
  keys: Uint16Array,
  { stride, digit }: { stride: number; digit: number },
): boolean {
  const places = new Uint32Array(DIGITS + 1);
  for (let n = 0; n < rows.length; n++) {
    const after = (keys[(rows[n] as number) * stride + digit] as number) + 1;
    places[after] = (places[after] as number) + 1;
  }
  const only = (keys[(rows[0] ?? 0) * stride + digit] ?? 0) + 1;
  if (places[only] === rows.length) return false;
  for (let place = 1; place < DIGITS; place++)
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

/** Sorts rows by keys of so many digits, the last of which counts most. */
function byKeys(rows: Uint32Array, keys: Uint16Array, stride: number): Uint32Array {
  let from = rows.slice();
  let to = new Uint32Array(rows.length);
  for (let digit = 0; digit < stride; digit++) {
    if (byDigit(from, to, keys, { stride, digit })) [from, to] = [to, from];
  }
  return from;
}

/** The rows that have a key, and those that have none, both in the order given. */
function parted(
  rows: Uint32Array,
  isMissing: (row: number) => boolean,
): [known: Uint32Array, missing: Uint32Array] {
  const known = new Uint32Array(rows.length);
  const missing = new Uint32Array(rows.length);
  let [knowns, missings] = [0, 0];
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] as number;
    if (isMissing(row)) missing[missings++] = row;
    else known[knowns++] = row;
  }
  return [known.subarray(0, knowns), missing.subarray(0, missings)];
}

function joined(known: Uint32Array, missing: Uint32Array): Uint32Array {
  const rows = new Uint32Array(known.length + missing.length);
  rows.set(known);
  rows.set(missing, known.length);
  return rows;
}

/** The other way round, but for equal rows, which keep the order of their ids. */
function turned(sorted: Uint32Array, isSame: (a: number, b: number) => boolean): Uint32Array {
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

const bothWays = (
  sorted: Uint32Array,
  missing: Uint32Array,
  isSame: (a: number, b: number) => boolean,
): Orders => ({ asc: joined(sorted, missing), desc: joined(turned(sorted, isSame), missing) });

/** By numbers, of which NaN is missing. */
export function ordersByNumber(values: Float64Array, idOrder: Uint32Array): Orders {
  // Bits of doubles compare as the numbers do, once negative ones are turned round.
  const numbers = values.map((value) => value + 0); // -0 is 0
  const words = new Int32Array(numbers.buffer);
  for (let at = 0; at < words.length; at += 2) {
    const high = words[at + 1] as number;
    const sign = high >> 31;
    words[at] = (words[at] as number) ^ sign;
    words[at + 1] = high ^ (sign | 0x8000_0000);
  }
  const [known, missing] = parted(idOrder, (row) => Number.isNaN(values[row]));
  const sorted = byKeys(known, new Uint16Array(numbers.buffer), 4);
  return bothWays(sorted, missing, (a, b) => values[a] === values[b]);
}

/** By small numbers, of which those below zero are missing. */
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

/** The same in steps of a millisecond, between which others have their turn; `into` may be an order that nobody needs. */
export function* stepsByTenths(
  values: Int16Array,
  idOrder: Uint32Array,
  direction: keyof Orders,
  into: Uint32Array = new Uint32Array(idOrder.length),
): Generator<void, Uint32Array> {
  // Of each number: where its rows begin, when the least comes first.
  const begins = new Uint32Array(TENTHS + 1);
  for (let row = 0; row < values.length; row++) {
    const after = (values[row] as number) + 1;
    if (after > 0) begins[after] = (begins[after] as number) + 1;
  }
  for (let after = 1; after <= TENTHS; after++)
    begins[after] = (begins[after] as number) + (begins[after - 1] as number);
  const known = begins[TENTHS] as number;
  // The other way round they begin as far from the start as they end from the end: where the next number's begin.
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

/** Takes a row whose place in an order has changed to where it belongs. All others are in their places. */
export function takeToItsPlace(
  order: Uint32Array,
  row: number,
  compare: (a: number, b: number) => number,
): void {
  const others = order.length - 1;
  const from = order.indexOf(row);
  order.copyWithin(from, from + 1);
  let [low, high] = [0, others];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(order[middle] as number, row) < 0) low = middle + 1;
    else high = middle;
  }
  order.copyWithin(low + 1, low, others);
  order[low] = row;
}

/** Those with a value first, or those without. */
export function orderByAbsence(
  values: Int16Array,
  idOrder: Uint32Array,
  direction: keyof Orders,
): Uint32Array {
  const [known, missing] = parted(idOrder, (row) => (values[row] as number) < 0);
  return direction === 'asc' ? joined(known, missing) : joined(missing, known);
}

/** Bytes of rows: where those of each begin, and how many they are. */
export interface Strings {
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

/** By bytes: eight of them at once, and the rest where these are the same. Returns the rows and where equal ones end. */
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
    // Stable: those of one text stay in the order of their ids.
    if (to - from > 1) sorted.set(Array.from(sorted.subarray(from, to)).sort(compare), from);
    from = to;
  }
  return sorted;
}

/** By texts as their bytes compare; `isMissing` are last. */
export function ordersByText(
  strings: Strings,
  idOrder: Uint32Array,
  isMissing: (row: number) => boolean,
): Orders {
  const [known, missing] = parted(idOrder, isMissing);
  const sorted = sortedByBytes(known, idOrder.length, strings);
  const compare = compareFrom(strings, 0);
  return bothWays(sorted, missing, (a, b) => compare(a, b) === 0);
}
