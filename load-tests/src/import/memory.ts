import { readdir, readFile } from 'node:fs/promises';

const NAMES: readonly [RegExp, string][] = [
  [/infra\/src\/start\.ts/, 'supervisor'],
  [/infra\/src\/event-store/, 'event-store'],
  [/api\/src\/worker\.ts/, 'worker'],
  [/api\/src\/main\.ts/, 'api'],
  [/projections\/src\/main\.ts/, 'projections'],
  [/scoring-engine\/src\/main\.ts/, 'scoring-engine'],
  [/postgres/, 'postgres'],
];

/**
 * The highest resident memory that each process of the product ever had, in MB, by the kernel's own account (VmHWM).
 * Of PostgreSQL's processes the largest one; each counts the buffers that all of them share.
 */
export const peakMemory = (rootPid: number): Promise<Map<string, number>> => memoryOf(rootPid, 'VmHWM');

/** The resident memory that each process of the product has now, likewise. */
export const residentMemory = (rootPid: number): Promise<Map<string, number>> => memoryOf(rootPid, 'VmRSS');

async function memoryOf(rootPid: number, field: string): Promise<Map<string, number>> {
  const processes = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((name) => readProcess(name, field)),
  );
  const known = processes.filter((each) => each !== undefined);
  const family = new Set([rootPid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of known) if (family.has(parent)) family.add(pid);
  }
  const peaks = new Map<string, number>();
  for (const { pid, command, megabytes } of known) {
    if (!family.has(pid)) continue;
    const name = NAMES.find(([pattern]) => pattern.test(command))?.[1];
    if (name !== undefined) peaks.set(name, Math.max(peaks.get(name) ?? 0, megabytes));
  }
  return peaks;
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
    return undefined; // it ended meanwhile
  }
}
