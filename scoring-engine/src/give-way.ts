import { existsSync, readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const THREADS = '/proc/self/task';

/**
 * Puts this process behind others, as far as it is not already: whoever waits for an answer goes first. On Linux a priority is
 * of one thread, and those in which the runtime collects garbage and compiles were there before any code of ours.
 */
export function giveWay(priority: number): void {
  const at = Math.max(getPriority(), priority);
  setPriority(at);
  if (!existsSync(THREADS)) return;
  for (const thread of readdirSync(THREADS)) setPriority(Number(thread), at);
}
