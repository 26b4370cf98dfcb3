import { readdir, readFile } from 'node:fs/promises';

const NAMES: readonly [RegExp, string][] = [
  [/infra\/src\/start\.ts/, 'supervisor'],
  [/infra\/src\/event-store/, 'event-store'],
  [/api\/src\/worker\.ts/, 'worker'],
  [/api\/src\/main\.ts/, 'api'],
  [/projections\/src\/main\.ts/, 'projections'],
  [/scoring-engine\/src\/main\.ts/, 'scoring-engine'],
  [/infra\/src\/anchor/, 'anchor'],
  [/projections\/src\/relay/, 'relay'],
  [/kafka\.Kafka/, 'broker'],
  [/postgres/, 'postgres'],
];

/**
 * Peak resident memory of each process of the product in MB, as the kernel reports it (VmHWM). For
 * PostgreSQL, its largest process; each counts the shared buffers.
 */
export const peakMemory = (rootPid: number): Promise<Map<string, number>> => memoryOf(rootPid, 'VmHWM');

/** Current resident memory of each process of the product, in MB. */
export const residentMemory = (rootPid: number): Promise<Map<string, number>> => memoryOf(rootPid, 'VmRSS');

/**
 * Processor seconds of all processes of the product, exited children included. Independent of other load on
 * the machine.
 */
export async function processorSeconds(rootPid: number): Promise<number> {
  return [...(await processorSecondsBy(rootPid)).values()].reduce((sum, seconds) => sum + seconds, 0);
}

/** Processor seconds by process of the product. */
export async function processorSecondsBy(rootPid: number): Promise<Map<string, number>> {
  const seconds = new Map<string, number>();
  for (const { pid, command } of await familyOf(rootPid, 'VmRSS')) {
    const name = nameOf(command) ?? 'others';
    seconds.set(name, (seconds.get(name) ?? 0) + (await ticksOf(pid)) / TICKS_PER_SECOND);
  }
  return seconds;
}

const nameOf = (command: string) => NAMES.find(([pattern]) => pattern.test(command))?.[1];

const TICKS_PER_SECOND = 100;
/**
 * utime, stime and the same of exited children: fields 14 to 17, counted from after the name in
 * parentheses.
 */
const FIRST_TIME = 11;

async function ticksOf(pid: number): Promise<number> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(FIRST_TIME, FIRST_TIME + 4).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0; // the process has exited meanwhile; its parent's total includes it
  }
}

async function memoryOf(rootPid: number, field: string): Promise<Map<string, number>> {
  const peaks = new Map<string, number>();
  for (const { command, megabytes } of await familyOf(rootPid, field)) {
    const name = nameOf(command);
    if (name !== undefined) peaks.set(name, Math.max(peaks.get(name) ?? 0, megabytes));
  }
  return peaks;
}

/** A process and all its descendants. */
async function familyOf(rootPid: number, field: string) {
  const processes = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((name) => readProcess(name, field)),
  );
  const running = processes.filter((each) => each !== undefined);
  const family = new Set([rootPid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of running) if (family.has(parent)) family.add(pid);
  }
  return running.filter(({ pid }) => family.has(pid));
}

async function readProcess(name: string, memory: string) {
  try {
    const [status, command] = await Promise.all([
      readFile(`/proc/${name}/status`, 'utf8'),
      readFile(`/proc/${name}/cmdline`, 'utf8'),
    ]);
    const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { pid: Number(name), parent: field('PPid'), command, megabytes: field(memory) / 1024 };
  } catch {
    return undefined; // exited meanwhile
  }
}
