import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startTestServices, type TestServices } from '@landline/infra/testing/services';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services?.stop());

const start = (name: string, variables: Record<string, string> = {}): ChildProcess =>
  fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      DATABASE_URL: services.databaseUrl,
      EVENTSTORE_URL: services.eventStoreUrl,
      JWT_SECRET: 'a secret that only tests know, and long enough',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...variables,
    },
  });

async function ready(child: ChildProcess): Promise<void> {
  const [message] = await once(child, 'message');
  expect(message).toEqual({ ready: true });
}

describe.for(['main', 'worker'])('%s', (name) => {
  test('reports ready and ends on SIGTERM', async () => {
    const child = start(name);
    await ready(child);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('ends with its parent process', async () => {
    const child = start(name);
    await ready(child);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('names invalid variables without their values', async () => {
    const child = start(name, { JWT_SECRET: 'too short', PORT: 'many', TRUST_PROXY: 'perhaps' });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    expect(await once(child, 'exit')).toEqual([1, null]);
    for (const variable of ['JWT_SECRET', 'PORT', 'TRUST_PROXY']) expect(said).toContain(variable);
    expect(said).not.toContain('too short');
  });
});

test('processes that start together on an empty database all become ready', async () => {
  const url = await services.postgres.database('empty');
  const children = ['main', 'main', 'worker', 'worker'].map((name) => start(name, { DATABASE_URL: url }));
  await Promise.all(children.map(ready));
  for (const child of children) child.kill('SIGKILL');
});
