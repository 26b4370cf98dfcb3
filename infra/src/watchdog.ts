import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Starts a shell that reads from a pipe of this process. However this process ends, the pipe closes and the shell
 * stops `pid`.
 */
export function stopOnParentDeath(pid: number, signal: 'INT' | 'TERM'): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', `read -r _; kill -${signal} ${pid}`], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  return watchdog;
}
