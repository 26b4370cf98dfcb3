import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A module in a process of its own, started by path like any other program; talks by messages. */
export function started(module: URL, env: NodeJS.ProcessEnv = {}, execArgv: string[] = []): ChildProcess {
  return fork(fileURLToPath(module), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv,
    env: { ...process.env, ...env },
  });
}

/** What a process says next. Rejects when it ends instead. */
export async function message<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onMessage = (value: unknown) => {
      child.off('exit', onExit);
      resolve(value as Message); // sent by our own modules
    };
    const onExit = (code: number | null) => {
      child.off('message', onMessage);
      reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}

/** What a process answers to a request. Throws what it says went wrong. */
export async function ask<Answer>(child: ChildProcess, request: object): Promise<Answer> {
  const answer = message<Answer | { error: string }>(child);
  child.send(request);
  const result = await answer;
  if (typeof result === 'object' && result !== null && 'error' in result) throw new Error(result.error);
  return result as Answer; // what is no error is the answer
}

/** Lets processes go, and waits until they are gone. */
export async function ended(...children: ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = new Promise((resolve) => child.once('exit', resolve));
      if (child.connected) child.disconnect();
      await exit;
    }),
  );
}
