import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLink, through } from '@landline/infra/testing/network-link';
import { type IsolatedServices, startIsolatedServices } from '@landline/infra/testing/services';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordErasure } from './operations/erasure/ledger.ts';
import { JWT_SECRET } from './testing/config.ts';

let services: IsolatedServices;
let dataDir: string;
beforeAll(async () => {
  services = await startIsolatedServices();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'landline-processes-'));
});
afterAll(async () => {
  await services?.stop();
  await rm(dataDir, { recursive: true });
});

const start = (name: string, variables: Record<string, string> = {}): ChildProcess =>
  fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      DATABASE_URL: services.databaseUrl,
      EVENTSTORE_URL: services.eventStoreUrl,
      JWT_SECRET,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...variables,
    },
  });

async function ready(child: ChildProcess): Promise<void> {
  const message = once(child, 'message').then(([received]) => received);
  const exit = once(child, 'exit').then(([code]) => `ended with ${code}`);
  expect(await Promise.race([message, exit])).toEqual({ ready: true });
}

/** Returns the SQL that a chunk begins with: a Query message, or a Parse message after the name of its statement. */
function statementIn(chunk: Buffer): string | undefined {
  const [first, second] = chunk.toString('latin1', 5).split('\0');
  if (chunk[0] === 'Q'.charCodeAt(0)) return first;
  return chunk[0] === 'P'.charCodeAt(0) ? second : undefined;
}

/** Excerpts of the statements that each process runs after the migration. */
const SHARED_STEPS = ['FROM pg_type', 'INSERT INTO api.secret', 'FROM api.secret', 'graphile_worker'];
const STEPS = {
  main: [...SHARED_STEPS, 'api.erased_subject'],
  worker: [...SHARED_STEPS, 'LOCK TABLE api.release', 'FROM api.release'],
};

describe.for(['main', 'worker'] as const)('%s', (name) => {
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

  test('retries when the database drops the connection at any step of startup', async () => {
    const earlier = start(name); // leaves nothing to migrate
    await ready(earlier);
    earlier.kill('SIGKILL');
    await recordErasure(dataDir, ['an erased person']);
    const before = new Set<string>();
    const broken = new Set<string>();
    let isMigrated = false;
    const link = await startLink(services.postgres.port, 0, (chunk) => {
      const statement = statementIn(chunk);
      if (statement === undefined) return false;
      if (!isMigrated) {
        before.add(statement);
        isMigrated = statement === 'COMMIT';
        return false;
      }
      if (before.has(statement) || broken.has(statement)) return false;
      broken.add(statement);
      return true;
    });
    const child = start(name, { DATABASE_URL: through(services.databaseUrl, link) });
    try {
      await ready(child);
      const steps = [...broken].join('\n');
      for (const step of STEPS[name]) expect(steps).toContain(step);
    } finally {
      child.kill('SIGKILL');
      await link.close();
    }
  });

  test('names invalid variables without their values', async () => {
    const child = start(name, { JWT_SECRET: 'too short', PORT: 'many', TRUST_PROXY: 'perhaps' });
    let output = '';
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    expect(await once(child, 'exit')).toEqual([1, null]);
    for (const variable of ['JWT_SECRET', 'PORT', 'TRUST_PROXY']) expect(output).toContain(variable);
    expect(output).not.toContain('too short');
  });
});

test('processes that start together on an empty database all become ready', async () => {
  const url = await services.postgres.database('empty');
  const variables = {
    DATABASE_URL: url,
    SUPERADMIN_EMAIL: 'ada@example.com',
    SUPERADMIN_PASSWORD: 'a password that only tests know',
  };
  const children = ['main', 'main', 'worker', 'worker'].map((name) => start(name, variables));
  await Promise.all(children.map(ready));
  for (const child of children) child.kill('SIGKILL');
});

test('exits if startup hits a permanent database error', async () => {
  const url = await services.postgres.database('damaged');
  const first = start('worker', { DATABASE_URL: url });
  await ready(first);
  first.kill('SIGKILL');
  const client = new pg.Client(url);
  await client.connect();
  await client.query('ALTER TABLE api.release RENAME TO gone');
  await client.end();
  expect(await once(start('worker', { DATABASE_URL: url }), 'exit')).toEqual([1, null]);
});
