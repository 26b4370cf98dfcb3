import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ALLOCATOR } from '../supervisor/child.ts';
import { nodeOptions } from '../supervisor/node-options.ts';

export interface EventStoreProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Last 10,000 characters of the output; the process logs warnings and errors only. */
  readonly output: string;
  /** Kills the event store as a crash would. */
  kill(): Promise<void>;
  /** Kills the event store as a crash would and restarts it on the same port. */
  crashAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../event-store/main.ts', import.meta.url));

/** Starts the event store through its entry point and waits until it listens. */
export async function startEventStoreProcess(options: {
  readonly databaseUrl: string;
  readonly port?: number;
}): Promise<EventStoreProcess> {
  let running = await launch(options.databaseUrl, options.port ?? 0);
  const { url, port } = running;
  const end = async (signal: NodeJS.Signals) => {
    const exit = waitForExit(running.child);
    running.child.kill(signal);
    await exit;
  };
  return {
    url,
    port,
    get pid() {
      const { pid } = running.child;
      if (pid === undefined) throw new Error('The event store process has no id');
      return pid;
    },
    get output() {
      return running.output();
    },
    kill: () => end('SIGKILL'),
    async crashAndRestart() {
      await end('SIGKILL');
      running = await launch(options.databaseUrl, port);
    },
    stop: () => end('SIGTERM'),
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  readonly output: () => string;
}

async function launch(databaseUrl: string, port: number): Promise<Running> {
  const child = fork(MAIN, {
    execArgv: nodeOptions('event-store'),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      ...ALLOCATOR,
      EVENTSTORE_DATABASE_URL: databaseUrl,
      EVENTSTORE_PORT: String(port),
      LOG_LEVEL: 'warn',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output = (output + chunk).slice(-10_000);
    });
  }
  const listening = await Promise.race([
    new Promise<{ url: string; port: number }>((resolve) =>
      child.once('message', (message) => resolve(message as { url: string; port: number })),
    ),
    waitForExit(child),
  ]);
  if (listening === undefined) throw new Error(`The event store did not start:\n${output}`);
  return { child, url: listening.url, port: listening.port, output: () => output };
}

async function waitForExit(child: ChildProcess): Promise<undefined> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}
