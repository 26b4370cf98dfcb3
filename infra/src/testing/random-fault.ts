import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Link } from './network-link.ts';
import type { ReplicatedProcesses } from './replicated-processes.ts';
import { signalProcess } from './signal-process.ts';

const MAX_FAULT_MS = 1_500;
/** Duration of a hang, in milliseconds; longer than the silence after which the supervisor restarts a process. */
const HANG_MS = 11_000;
/** Share of pauses that are hangs. */
const HANGS = 0.04;
const MAX_DELAY_MS = 120;
const MAX_SKEW_MS = 300_000;

/** Fault to inject. `cause` resolves when a temporary fault is over, otherwise immediately. */
export interface Fault {
  readonly kind: string;
  readonly target: string;
  cause(): Promise<void>;
}

/** Picks a fault, in the proportions of `KINDS`. */
export function randomFault(environment: ReplicatedProcesses, random: () => number): Fault {
  const kinds = KINDS.filter(({ kind }) => kind !== 'full disk' || environment.disk !== undefined);
  let remainder = random() * kinds.reduce((sum, { share }) => sum + share, 0);
  for (const { share, pick } of kinds) {
    remainder -= share;
    if (remainder < 0) return pick(environment, random);
  }
  return randomFault(environment, random); // rounding of the sum
}

interface Kind {
  readonly kind: string;
  /** Relative frequency of each fault; broker faults are rare because a broker is slow to start. */
  readonly share: number;
  pick(environment: ReplicatedProcesses, random: () => number): Fault;
}

type Cause = (environment: ReplicatedProcesses, target: string, random: () => number) => Promise<void>;
type Targets = (environment: ReplicatedProcesses) => Iterable<string>;

function kindOf(kind: string, share: number, targets: Targets, cause: Cause): Kind {
  return {
    kind,
    share,
    pick(environment, random) {
      const all = [...targets(environment)];
      const target = all[Math.floor(random() * all.length)] ?? '';
      return { kind, target, cause: () => cause(environment, target, random) };
    },
  };
}

const processes: Targets = (environment) => environment.processes.keys();
const links: Targets = (environment) => Object.keys(environment.links);
const linkOf = ({ links }: ReplicatedProcesses, name: string) => links[name as keyof typeof links];
const briefly = (random: () => number) => Math.round(random() * MAX_FAULT_MS);
const breaking =
  (fault: (link: Link, random: () => number) => Promise<void> | void): Cause =>
  async (environment, target, random) =>
    fault(linkOf(environment, target), random);

const KINDS: readonly Kind[] = [
  kindOf('process killed', 16, processes, async ({ processes }, target) =>
    signalProcess(processes.get(target)?.pid(), 'SIGKILL'),
  ),
  kindOf('process paused', 16, processes, async ({ processes }, target, random) => {
    const ms = random() < HANGS ? HANG_MS : briefly(random);
    await pauseProcesses([processes.get(target)?.pid()], ms);
  }),
  kindOf('process restarted', 10, processes, async ({ processes }, target) =>
    processes.get(target)?.restart(),
  ),
  kindOf('clock skewed', 6, processes, (environment, target, random) =>
    environment.skewClock(target, Math.round((2 * random() - 1) * MAX_SKEW_MS)),
  ),
  kindOf(
    'database killed',
    6,
    () => ['PostgreSQL'],
    async ({ postgres }) => signalProcess(postgres.pid(), 'SIGKILL'),
  ),
  kindOf(
    'database paused',
    6,
    () => ['PostgreSQL'],
    async ({ postgres }, _, random) =>
      pauseProcesses([postgres.pid(), ...(await childrenOf(postgres.pid()))], briefly(random)),
  ),
  kindOf(
    'full disk',
    5,
    () => ['PostgreSQL'],
    async ({ disk }, _, random) => {
      await disk?.fill();
      await delay(briefly(random));
      await disk?.free();
    },
  ),
  kindOf(
    'broker killed',
    1,
    () => ['Kafka'],
    ({ broker }) => broker.crashAndRestart(),
  ),
  kindOf(
    'broker paused',
    4,
    () => ['Kafka'],
    ({ broker }, _, random) => pauseProcesses([broker.pid()], briefly(random)),
  ),
  kindOf(
    'link cut',
    8,
    links,
    breaking((link) => link.cut()),
  ),
  kindOf(
    'link severed',
    8,
    links,
    breaking((link, random) => link.sever(briefly(random))),
  ),
  kindOf(
    'link stalled',
    6,
    links,
    breaking((link, random) => link.stall(briefly(random))),
  ),
  kindOf(
    'link slow',
    8,
    links,
    breaking((link, random) => link.slow(briefly(random), Math.round(random() * MAX_DELAY_MS))),
  ),
];

async function pauseProcesses(pids: readonly (number | undefined)[], ms: number): Promise<void> {
  for (const pid of pids) signalProcess(pid, 'SIGSTOP');
  await delay(ms);
  for (const pid of pids) signalProcess(pid, 'SIGCONT');
}

async function childrenOf(pid: number): Promise<number[]> {
  // The command exits with 1 if there are none.
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.split('\n').filter(Boolean).map(Number);
}
