import { existsSync, readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const THREADS = '/proc/self/task';
const THIS_PROCESS = 0;

/**
 * Lowers the scheduling priority of this process unless it is lower already, so that interactive work runs first. On
 * Linux a priority belongs to a thread, and V8's collector and compiler threads start before any of our code.
 */
export function lowerPriority(priority: number): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [THIS_PROCESS];
  for (const thread of threads) setPriority(thread, Math.max(getPriority(thread), priority));
}
