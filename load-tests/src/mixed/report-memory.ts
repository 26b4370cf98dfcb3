import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** Memory of a process at one moment, in bytes. */
interface MemorySample {
  readonly process: string;
  readonly pid: number;
  readonly at: string;
  readonly rss: number;
  readonly heapUsed: number;
  /** `heapUsed` right after the last full garbage collection, which counts only reachable objects. */
  readonly reachable: number;
  /** Resident pages of the heap. */
  readonly heapResident: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

const EVERY_MS = 30_000;
const { MEMORY_FILE } = process.env;

// Preloaded into every process of the product.
if (isMainThread && MEMORY_FILE !== undefined) {
  let reachable = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
      if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) reachable = process.memoryUsage().heapUsed;
    }
  }).observe({ entryTypes: ['gc'] });
  const report = () => {
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
    const sample: MemorySample = {
      process: path.relative('', process.argv[1] ?? ''),
      pid: process.pid,
      at: new Date().toISOString(),
      rss,
      heapUsed,
      reachable,
      heapResident: getHeapStatistics().total_physical_size,
      external,
      arrayBuffers,
    };
    appendFileSync(MEMORY_FILE, `${JSON.stringify(sample)}\n`);
  };
  setInterval(report, EVERY_MS).unref();
}
