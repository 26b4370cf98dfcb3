/** Garbage collection settings of a process. */
interface Heap {
  /** Semi-space size in megabytes. */
  readonly semiSpace: number;
  /** Heap growth in percent that triggers a full collection, per thread; V8's default when omitted. */
  readonly growth?: number;
}

/** For streams of rows: their garbage is short-lived, which a large nursery handles cheaply. */
const STREAMING: Heap = { semiSpace: 48 };

const HEAPS = new Map<string, Heap>([
  // Candidates are stored in columns outside the heap, so a large nursery would only waste memory.
  ['scoring-engine', { semiSpace: 8 }],
  // Collections delay requests: a small nursery keeps pauses near a millisecond, and the growth limit keeps
  // prefetched scores from triggering full collections.
  ['api', { semiSpace: 8, growth: 150 }],
]);

/** Returns the Node options of a process. */
export function nodeOptions(process: string): string[] {
  const { semiSpace, growth } = HEAPS.get(process) ?? STREAMING;
  const nursery = `--max-semi-space-size=${semiSpace}`;
  return growth === undefined ? [nursery] : [nursery, `--heap-growing-percent=${growth}`];
}
