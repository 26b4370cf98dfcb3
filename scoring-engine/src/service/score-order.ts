const HIGHEST_TENTHS = 1_000;

/**
 * Returns candidates in the order of the score index: highest score first, N/A last, ties as in `order`. Rows
 * written in this order leave nothing to sort for a set's index, and a page of its list is contiguous.
 */
export function scoreOrder(scoreTenths: Int16Array, order: Uint32Array): Uint32Array {
  const placeOf = (index: number) => HIGHEST_TENTHS - (scoreTenths[index] as number);
  const starts = new Uint32Array(HIGHEST_TENTHS + 3);
  for (let index = 0; index < order.length; index++) {
    const after = placeOf(index) + 1;
    starts[after] = (starts[after] as number) + 1;
  }
  for (let place = 1; place < starts.length; place++) {
    starts[place] = (starts[place] as number) + (starts[place - 1] as number);
  }
  const sorted = new Uint32Array(order.length);
  for (let n = 0; n < order.length; n++) {
    const index = order[n] as number;
    const place = placeOf(index);
    const at = starts[place] as number;
    sorted[at] = index;
    starts[place] = at + 1;
  }
  return sorted;
}
