const HIGHEST_TENTHS = 1_000;

/**
 * Candidates as the score index has them: highest score first, N/A last, those of one score as in `order`. Rows that are
 * written like this leave the index of a set nothing to sort, and a page of its list lies in one place.
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
