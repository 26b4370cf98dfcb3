import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts a module as a separate process that communicates by messages. */
export function startChild(module: URL, env: NodeJS.ProcessEnv = {}, execArgv: string[] = []): ChildProcess {
  return fork(fileURLToPath(module), {
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'], // stdout is for the result
    execArgv,
    env: { ...process.env, ...env },
  });
}

/** Resolves with the next message. Rejects when the process exits first. */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onMessage = (value: unknown) => {
      child.off('exit', onExit);
      resolve(value as Message); // sent by our own modules
    };
    const onExit = (code: number | null) => {
      child.off('message', onMessage);
      reject(new Error(`${child.spawnargs.at(-1)} exited with code ${code}`));
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}

/** Sends a request and returns the response. Throws the error that the process reports. */
export async function ask<Result>(child: ChildProcess, request: object): Promise<Result> {
  const response = nextMessage<Result | { error: string }>(child);
  child.send(request);
  const result = await response;
  if (typeof result === 'object' && result !== null && 'error' in result) throw new Error(result.error);
  return result as Result; // anything but an error is the response
}

/** Disconnects processes and waits until they have exited. */
export async function stopChildren(...children: ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = new Promise((resolve) => child.once('exit', resolve));
      if (child.connected) child.disconnect();
      await exit;
    }),
  );
}
