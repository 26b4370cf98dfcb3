import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { HEARTBEAT_MS } from '../process-report/heartbeat.ts';

/** Time without a heartbeat after which a process counts as silent, in milliseconds; garbage collections take less. */
const SILENT_MS = 3_000;
/** Time without a heartbeat after which a process counts as hung, in milliseconds. */
const HUNG_MS = 10_000;
/**
 * Limit for a hung process before it reports ready, in milliseconds; longer than `HUNG_MS`, because loading modules
 * blocks the event loop on a busy machine.
 */
const HUNG_AT_START_MS = 60_000;

/**
 * Calls `onHung` once the process counts as hung and, after it reported ready, `onSilent` every second while it counts
 * as silent. `onSilent` gets a function that returns the time since the last heartbeat, in milliseconds. The time is counted in ticks of
 * the supervisor's own event loop, so that no process counts as hung because the supervisor hung or the machine
 * slept. A process stopped by a signal or a debugger is paused, not hung.
 */
export function watchHeartbeat(
  child: ChildProcess,
  { onSilent, onHung }: { onSilent(silentMs: () => number): void; onHung(silentMs: number): void },
): void {
  let silentMs = 0;
  let limit = HUNG_AT_START_MS;
  const timer = setInterval(() => {
    if (child.pid === undefined || isPaused(child.pid)) {
      silentMs = 0;
      return;
    }
    silentMs += HEARTBEAT_MS;
    if (silentMs > limit) {
      clearInterval(timer);
      onHung(silentMs);
    } else if (limit === HUNG_MS && silentMs >= SILENT_MS) onSilent(() => silentMs);
  }, HEARTBEAT_MS);
  child.on('message', (message) => {
    if (typeof message !== 'object' || message === null) return;
    if ('heartbeat' in message) silentMs = 0;
    if ('ready' in message) limit = HUNG_MS;
  });
  child.once('exit', () => clearInterval(timer));
  child.once('error', () => clearInterval(timer));
}

/** Reads the state from `/proc`; without it, a paused process counts as running. */
function isPaused(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^[Tt]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false; // no /proc on this system, or the process has just exited
  }
}
