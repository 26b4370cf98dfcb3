import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { nodeOptions } from './heap.ts';
import { openLogFile } from './log-file.ts';

export interface ChildSpec {
  readonly name: string;
  /** The entry point, run by this process's own Node. */
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A process that is kept running: what dies is started again, sooner at first, then every few seconds. */
export interface SupervisedChild {
  readonly name: string;
  /** The first time it said that it is ready. */
  readonly ready: Promise<void>;
  pid(): number | undefined;
  /** Ends the running process; it is started again at once. */
  restart(): void;
  stop(): Promise<void>;
}

/**
 * An arena for each thread would keep what the busiest moment took: a sixth of what the scoring engine holds at rest. And
 * the size from which memory goes back to the system at once stays where it begins, instead of growing with what was
 * freed: columns of a million rows come and go with every run.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
const STEADY_MS = 10_000;
/** More than it gives itself (see `toldToEnd`). */
const KILLED_MS = 12_000;
const WARNING = 40;

/** Each process says how it is, whatever it runs. */
const REPORT = `--import=${new URL('../process-report/preload.ts', import.meta.url)}`;

export function supervise(spec: ChildSpec, logDir: string): SupervisedChild {
  mkdirSync(logDir, { recursive: true });
  const logFile = path.join(logDir, `${spec.name}.log`);
  const log = openLogFile(logFile, (error) =>
    process.stderr.write(`[${spec.name}] its log is not written: ${error.message}\n`),
  );
  let child: ChildProcess | undefined;
  let stopping = false;
  let delay = FIRST_DELAY_MS;
  let timer: NodeJS.Timeout | undefined;
  let tell: { ready: () => void; failed: (error: Error) => void };
  const ready = new Promise<void>((resolve, reject) => {
    tell = { ready: resolve, failed: reject };
  });
  ready.catch(() => undefined);

  const start = () => {
    const startedAt = Date.now();
    // Its own process group, so that Ctrl-C reaches the supervisor alone, which stops the others in order.
    const current = spawn(process.execPath, [...nodeOptions(spec.name), REPORT, spec.entry], {
      env: { ...ALLOCATOR, ...spec.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = current;
    current.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) tell.ready();
    });
    if (current.stdout) {
      createInterface({ input: current.stdout }).on('line', (line) => {
        log.write(line);
        showProblem(spec.name, line);
      });
    }
    if (current.stderr) {
      createInterface({ input: current.stderr }).on('line', (line) => {
        log.write(line);
        process.stderr.write(`[${spec.name}] ${line}\n`);
      });
    }
    current.on('exit', (code, signal) => {
      if (stopping) return;
      if (code === 1 && Date.now() - startedAt < STEADY_MS) {
        tell.failed(new Error(`${spec.name} could not start (exit code 1), see ${logFile}`));
      }
      process.stderr.write(`[${spec.name}] ended (${signal ?? code}), starting it again\n`);
      delay = Date.now() - startedAt > STEADY_MS ? FIRST_DELAY_MS : Math.min(delay * 2, LONGEST_DELAY_MS);
      timer = setTimeout(start, delay);
    });
    current.on('error', (error) => process.stderr.write(`[${spec.name}] ${error.message}\n`));
  };
  start();

  return {
    name: spec.name,
    ready,
    pid: () => child?.pid,
    restart() {
      delay = FIRST_DELAY_MS;
      if (child) void end(child);
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (child) await end(child);
      log.end();
    },
  };
}

/** Tells a process to end, and kills it when it does not. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), KILLED_MS);
  await exited;
  clearTimeout(force);
}

/** Warnings and errors of a process also show in the terminal; the rest is in its log file. */
function showProblem(name: string, line: string): void {
  if (!line.includes('"level":')) return;
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if ((entry.level ?? 0) >= WARNING) {
      const cause = entry.err?.message ? `: ${entry.err.message}` : '';
      process.stderr.write(`[${name}] ${entry.msg ?? ''}${cause}\n`);
    }
  } catch {
    process.stderr.write(`[${name}] ${line}\n`);
  }
}
