import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { writePrivateFile } from '@landline/runtime/files/private-file';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';

const run = promisify(execFile);
const POLL_MS = 20;
const FAST_SHUTDOWN_MS = 20_000;
const EXIT_TIMEOUT_MS = 5_000;
const OWNER_EXIT_MS = 1_000;

/**
 * Makes sure that no server runs on `clusterDir`: stops a server whose parent died, waits for backends that outlive a
 * killed one, and removes a lock file that names an unrelated process. Throws if a running process owns the cluster.
 */
export async function takeOver(clusterDir: string, ownerFile: string): Promise<void> {
  await assertOwnerGone(ownerFile);
  const { pid: self } = process;
  await writePrivateFile(ownerFile, JSON.stringify({ pid: self, started: await startTime(self) }));

  const postmaster = await lockedBy(clusterDir);
  if (postmaster === undefined) return;
  if ((await processesIn(clusterDir, postmaster)).includes(postmaster)) {
    signal(postmaster, 'SIGINT');
    await goneWithin(clusterDir, postmaster, FAST_SHUTDOWN_MS);
  }
  await killServer(clusterDir, postmaster);
  if (!(await goneWithin(clusterDir, postmaster, EXIT_TIMEOUT_MS))) {
    throw new Error(
      `An earlier PostgreSQL on ${clusterDir} cannot be stopped; end process ${postmaster} and start again`,
    );
  }
  // Remove the lock file last: while backends live, it keeps a second server off the same data.
  await rm(path.join(clusterDir, 'postmaster.pid'), { force: true });
}

/** Kills a server and its backends as a machine crash would. */
export async function killServer(clusterDir: string, postmaster: number): Promise<void> {
  for (const pid of await processesIn(clusterDir, postmaster)) signal(pid, 'SIGKILL');
}

async function assertOwnerGone(ownerFile: string): Promise<void> {
  const text = String((await readFileIfExists(ownerFile)) ?? '');
  if (text === '') return;
  const owner = JSON.parse(text) as { pid: number; started: string };
  if (owner.pid === process.pid) return;
  // A process killed a moment ago may still be exiting.
  const deadline = Date.now() + OWNER_EXIT_MS;
  while ((await startTime(owner.pid)) === owner.started) {
    if (Date.now() > deadline) {
      throw new Error(
        `${path.dirname(ownerFile)} is in use by process ${owner.pid}; stop that instance first`,
      );
    }
    await delay(POLL_MS);
  }
}

/** Returns the start time of a process in a system-specific form; undefined when it does not run. */
export async function startTime(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Unreaped processes stay listed as zombies.
    return fields[0] === 'Z' ? undefined : fields[19];
  }
  return (await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined))?.stdout.trim();
}

async function lockedBy(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) ? undefined : pid;
}

/**
 * Every server process has the data directory as its working directory; outside Linux only the postmaster
 * is found.
 */
async function processesIn(clusterDir: string, postmaster: number): Promise<number[]> {
  if (process.platform !== 'linux') {
    const ps = await run('ps', ['-o', 'command=', '-p', String(postmaster)]).catch(() => undefined);
    return ps?.stdout.includes(clusterDir) ? [postmaster] : [];
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const inside = await Promise.all(
    pids.map(async (pid) => (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === clusterDir),
  );
  return pids.filter((_, index) => inside[index]);
}

async function goneWithin(clusterDir: string, postmaster: number, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while ((await processesIn(clusterDir, postmaster)).length > 0) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
