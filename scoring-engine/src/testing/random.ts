/** Returns a generator of numbers from 0 to 1, repeatable with the SEED that it prints. */
export function seededRandom(print = (line: string): unknown => process.stdout.write(line)): () => number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32)) >>> 0;
  print(`SEED=${seed}\n`);
  return randomFrom(seed);
}

/** Returns a generator of numbers from 0 to 1 (mulberry32); the same seed gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
