/** Deterministic random numbers. */
export interface Random {
  /** Returns a number of at least 0 and less than 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Returns an integer; both bounds are included. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Picks an item with a probability proportional to its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  /** Returns a log-normal number; about two thirds lie within a factor of `spread` of `median`. */
  logNormal(median: number, spread: number): number;
}

/** Creates a Mulberry32 generator seeded by the FNV-1a hash of a string. */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const integer = (low: number, high: number) => Math.floor(between(low, high + 1));
  return {
    next,
    between,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    weighted(items) {
      let remaining = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        remaining -= weight;
        if (remaining < 0) return item;
      }
      throw new RangeError('No item to choose from');
    },
    logNormal(median, spread) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * spread ** normal;
    },
  };
}
