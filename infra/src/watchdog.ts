import { type ChildProcess, spawn } from 'node:child_process';

/** A shell that reads from a pipe of ours: the pipe ends when we die, however we die, and then the process is stopped. */
export function stopWithUs(pid: number, signal: 'INT' | 'TERM' | 'KILL'): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', `read -r _; kill -${signal} ${pid}`], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  return watchdog;
}
