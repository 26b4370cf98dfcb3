/** How a process collects its garbage. */
interface Heap {
  /** Megabytes of each half of the nursery. */
  readonly semiSpace: number;
  /** By how many percent what lives on may grow until all of it is looked through, in each thread; V8 decides when not given. */
  readonly growth?: number;
}

/** What streams rows by the million makes garbage that dies at once: a larger nursery would only hold on to memory. */
const STREAMING: Heap = { semiSpace: 48 };

const HEAPS = new Map<string, Heap>([
  // Its candidates are columns outside of the heap: what it reads on the way there is soon garbage.
  ['scoring-engine', { semiSpace: 8 }],
  // Whoever waits for an answer waits for its collector, too: of a small nursery that is a millisecond at a time, and scores that
  // are read ahead are no reason to look through everything.
  ['api', { semiSpace: 8, growth: 150 }],
]);

/** The options of Node that one of our processes runs with. */
export function nodeOptions(process: string): string[] {
  const { semiSpace, growth } = HEAPS.get(process) ?? STREAMING;
  const nursery = `--max-semi-space-size=${semiSpace}`;
  return growth === undefined ? [nursery] : [nursery, `--heap-growing-percent=${growth}`];
}
