import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { reportHang } from '../process-report/report-hang.ts';
import { EVENT_LOOP_BLOCKED, type RestartReason, restartVariable } from '../process-report/restart-reason.ts';
import { openLogFile } from './log-file.ts';
import { nodeOptions } from './node-options.ts';
import { watchHeartbeat } from './watch-heartbeat.ts';

interface ChildSpec {
  readonly name: string;
  /** Entry point, run by the current Node. */
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * A process that the supervisor restarts when it exits or its event loop hangs. The delay grows to 5 s. A process that
 * exits with code 1 before it is first ready is not restarted.
 */
export interface SupervisedChild {
  /** Resolves when the process first reports that it is ready. Rejects if it exits with code 1 before that. */
  readonly ready: Promise<void>;
  pid(): number | undefined;
  /** Ends the running process; the supervisor restarts it. */
  restart(): void;
  stop(): Promise<void>;
}

/**
 * glibc settings. An arena keeps memory up to its peak size, so one arena per thread would make up a sixth of the
 * scoring engine's idle memory; all threads share two. With a fixed mmap threshold, the columns of a million rows are
 * returned to the system after every run.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;
const STABLE_AFTER_MS = 10_000;
/** Grace period before SIGKILL; longer than the process's own (see `shutdownSignal`). */
const KILL_DELAY_MS = 12_000;
/** Pino level of warnings. */
const WARN_LEVEL = 40;

/** Node option that loads the heartbeat and the process report before the entry point. */
const PRELOAD = `--import=${new URL('../process-report/preload.ts', import.meta.url)}`;

export function supervise(spec: ChildSpec, logDir: string): SupervisedChild {
  mkdirSync(logDir, { recursive: true });
  const logFile = path.join(logDir, `${spec.name}.log`);
  const log = openLogFile(logFile, (error) =>
    process.stderr.write(`[${spec.name}] cannot write the log file: ${error.message}\n`),
  );
  let child: ChildProcess | undefined;
  let stopping = false;
  let isReady = false;
  let startupError: string | undefined;
  let reason: RestartReason | undefined;
  let delay = FIRST_DELAY_MS;
  let timer: NodeJS.Timeout | undefined;
  let closed: Promise<unknown> | undefined;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined); // a rejection that no caller awaits must not end the supervisor

  const start = () => {
    const startedAt = Date.now();
    // Its own process group, so that Ctrl-C reaches only the supervisor, which stops the processes in order.
    const current = spawn(process.execPath, [...nodeOptions(spec.name), PRELOAD, spec.entry], {
      env: { ...ALLOCATOR, ...spec.env, ...restartVariable(reason) },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = current;
    closed = new Promise((resolve) => current.once('close', resolve));
    reason = undefined;
    let isReporting = false;
    watchHeartbeat(current, {
      onSilent(silentMs) {
        const { DATABASE_URL } = spec.env;
        if (isReporting || DATABASE_URL === undefined || current.pid === undefined) return;
        isReporting = true;
        reportHang(current.pid, DATABASE_URL, silentMs)
          .catch((error: Error) =>
            process.stderr.write(
              `[${spec.name}] could not report that the event loop is blocked: ${error.message}\n`,
            ),
          )
          .finally(() => {
            isReporting = false;
          });
      },
      onHung(silentMs) {
        const silence = `no heartbeat for ${silentMs / 1_000} s`;
        process.stderr.write(`[${spec.name}] event loop blocked: ${silence}; killing the process\n`);
        reason = {
          code: EVENT_LOOP_BLOCKED,
          message: `The supervisor restarted this process because its event loop was blocked (${silence})`,
        };
        current.kill('SIGKILL'); // a blocked event loop cannot handle SIGTERM
      },
    });
    current.on('message', (message) => {
      if (typeof message !== 'object' || message === null) return;
      if ('ready' in message) {
        isReady = true;
        ready.resolve();
      }
      if ('refused' in message) startupError = String(message.refused);
    });
    if (current.stdout) {
      createInterface({ input: current.stdout }).on('line', (line) => {
        log.write(line);
        if (isReady || !line.includes('"event":"process.failed"')) showProblem(spec.name, line);
      });
    }
    if (current.stderr) {
      createInterface({ input: current.stderr }).on('line', (line) => {
        log.write(line);
        process.stderr.write(`[${spec.name}] ${line}\n`);
      });
    }
    // Unlike `exit`, `close` follows the last line of output, and is also emitted if the process could not be spawned.
    current.on('close', (code, signal) => {
      if (stopping) return;
      if (!isReady && code === 1) {
        // Startup of the whole instance fails, because a restart would only repeat the error.
        ready.reject(new Error(startupError ?? `${spec.name} could not start (exit code 1); see ${logFile}`));
        return;
      }
      if (startupError !== undefined) process.stderr.write(`[${spec.name}] ${startupError}\n`);
      reason ??= {
        code: 'PROCESS_EXITED',
        message: startupError ?? `The supervisor restarted this process after it exited (${signal ?? code})`,
      };
      startupError = undefined;
      process.stderr.write(`[${spec.name}] exited (${signal ?? code}); restarting\n`);
      if (Date.now() - startedAt > STABLE_AFTER_MS) delay = FIRST_DELAY_MS;
      timer = setTimeout(start, delay);
      delay = Math.min(delay * 2, MAX_DELAY_MS);
    });
    current.on('error', (error) => process.stderr.write(`[${spec.name}] ${error.message}\n`));
  };
  start();

  return {
    ready: ready.promise,
    pid: () => child?.pid,
    restart() {
      delay = FIRST_DELAY_MS;
      if (child) end(child);
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (child) end(child);
      await closed;
      log.end();
    },
  };
}

/** Sends SIGTERM, and SIGKILL after the grace period. */
function end(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), KILL_DELAY_MS);
  child.once('close', () => clearTimeout(force));
}

/** Shows warnings and errors in the terminal as well; everything is in the log file. */
function showProblem(name: string, line: string): void {
  if (!line.includes('"level":')) return;
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if ((entry.level ?? 0) >= WARN_LEVEL) {
      const cause = entry.err?.message ? `: ${entry.err.message}` : '';
      process.stderr.write(`[${name}] ${entry.msg ?? ''}${cause}\n`);
    }
  } catch {
    // The line only looks like JSON.
    process.stderr.write(`[${name}] ${line}\n`);
  }
}
