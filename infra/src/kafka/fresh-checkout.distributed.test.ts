import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../postgres/free-port.ts';
import { ROOT } from '../supervisor/instance.ts';
import { testKafka } from '../testing/kafka-client.ts';

/** Covers Maven's download of the jars, in milliseconds. */
const TEST_TIMEOUT_MS = 300_000;

/** Creates a checkout as `npm ci` leaves it: with packages, without a cache. */
async function freshCheckout(root: string): Promise<void> {
  for (const name of ['package.json', 'infra/package.json', 'infra/kafka', 'infra/src'])
    await cp(path.join(ROOT, name), path.join(root, name), { recursive: true });
  await mkdir(path.join(root, 'node_modules'));
  const packages = await readdir(path.join(ROOT, 'node_modules'));
  for (const name of [...packages.filter((each) => each !== '.cache'), '../infra/node_modules'])
    await symlink(path.join(ROOT, 'node_modules', name), path.join(root, 'node_modules', name));
}

/** Resolves with the address from the `ready KAFKA_BROKERS=…` line. */
function readyBrokers(kafka: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    kafka.once('close', (code) => reject(new Error(`npm run kafka ended (exit code ${code}):\n${output}`)));
    for (const stream of [kafka.stdout, kafka.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          output += `${line}\n`;
          const [, brokers] = /^ready KAFKA_BROKERS=(\S+)$/.exec(line) ?? [];
          if (brokers !== undefined) resolve(brokers);
        });
  });
}

test('npm run kafka starts a broker on a fresh checkout', { timeout: TEST_TIMEOUT_MS }, async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-fresh-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const root = path.join(directory, 'checkout');
  await freshCheckout(root);
  const kafka = spawn('npm', ['run', 'kafka'], {
    cwd: root,
    detached: true, // its own process group, so that one signal reaches npm and the script; the script stops the broker
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: path.join(directory, 'data'),
      KAFKA_PORT: String(await freePort('127.0.0.1')),
    },
  });
  const closed = once(kafka, 'close');
  onTestFinished(async () => {
    if (kafka.pid !== undefined && kafka.exitCode === null) process.kill(-kafka.pid, 'SIGTERM');
    await closed; // the script exits only after the broker
  });
  const admin = testKafka(await readyBrokers(kafka)).admin();
  onTestFinished(() => admin.disconnect());
  await admin.connect();
  expect(await admin.listTopics()).toEqual([]);
});
