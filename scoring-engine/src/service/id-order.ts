/**
 * Returns the indexes of ids (16 bytes each, concatenated) in PostgreSQL's uuid order: byte by byte. Ids are
 * hashes, so sorting by their first four bytes leaves almost nothing to do.
 */
export function idOrder(ids: Uint8Array): Uint32Array {
  const count = ids.length / 16;
  const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
  const prefix = new Uint32Array(count);
  const unsorted = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    prefix[index] = view.getUint32(index * 16);
    unsorted[index] = index;
  }
  const byLow = countingSort(prefix, unsorted, 0);
  const order = countingSort(prefix, byLow, 16);
  sortTies(ids, prefix, order);
  return order;
}

/** Sorts stably by 16 bits of the keys. */
function countingSort(keys: Uint32Array, order: Uint32Array, shift: number): Uint32Array {
  const starts = new Uint32Array(65_537);
  for (const key of keys)
    starts[((key >>> shift) & 0xffff) + 1] = (starts[((key >>> shift) & 0xffff) + 1] ?? 0) + 1;
  for (let bucket = 1; bucket < starts.length; bucket++) {
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
  }
  const sorted = new Uint32Array(order.length);
  for (const index of order) {
    const bucket = ((keys[index] ?? 0) >>> shift) & 0xffff;
    const at = starts[bucket] ?? 0;
    sorted[at] = index;
    starts[bucket] = at + 1;
  }
  return sorted;
}

/** Sorts runs of equal prefixes by the whole ids. */
function sortTies(ids: Uint8Array, prefix: Uint32Array, order: Uint32Array): void {
  const prefixAt = (n: number) => prefix[order[n] ?? 0];
  const idAt = (index: number) => ids.subarray(index * 16, index * 16 + 16);
  for (let from = 0; from + 1 < order.length; ) {
    let to = from + 1;
    while (to < order.length && prefixAt(to) === prefixAt(from)) to++;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => Buffer.compare(idAt(a), idAt(b)));
    from = to;
  }
}
