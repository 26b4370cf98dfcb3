import { existsSync, readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const THREADS = '/proc/self/task';
const THIS_PROCESS = 0;

/**
 * Puts this process behind others, as far as it is not already: whoever waits for an answer goes first. On Linux a priority is
 * of one thread, and those in which the runtime collects garbage and compiles were there before any code of ours.
 */
export function giveWay(priority: number): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [THIS_PROCESS];
  for (const thread of threads) setPriority(thread, Math.max(getPriority(thread), priority));
}
