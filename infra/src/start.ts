import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { abortable } from '@landline/runtime/process/abortable';
import { configurationOrExit } from '@landline/runtime/process/environment';
import { readConfig } from './config.ts';
import { assertPortFree } from './postgres/free-port.ts';
import { type Instance, ROOT, startInstance } from './supervisor/instance.ts';
import { onParentDeath } from './supervisor/parent-death.ts';
import { buildWeb } from './supervisor/web-build.ts';

/** Time limit for a stop, in milliseconds; longer than all processes need together, even if none responds. */
const STOP_TIMEOUT_MS = 90_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

const config = configurationOrExit(readConfig);
const development = process.argv.includes('--dev');

const stopRequested = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => stopRequested.abort());
}
stopRequested.signal.addEventListener('abort', () =>
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref(),
);
// npm sends signals to its shell, which exits without forwarding them.
if (process.env.npm_lifecycle_event !== undefined) onParentDeath(() => stopRequested.abort());
// A closed stdout must not end the supervisor before it has stopped its processes.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const demoFile = path.join(config.dataDir, 'demo.json');
  const hadDemo = (await readFile(demoFile, 'utf8').catch(() => '')) !== '';
  await assertPortFree(config.PORT);
  const webDir = development ? '' : await buildWeb(ROOT);
  const instance = await startInstance(config, webDir, stopRequested.signal);
  try {
    const { superAdmin, superAdminIsNew } = instance.secrets;
    if (superAdmin && superAdminIsNew) {
      print(
        `SuperAdmin  ${superAdmin.email}  ${superAdmin.password}  (kept in ${config.dataDir}/superadmin.json)`,
      );
    }
    if (!hadDemo) await showDemoSignIns(demoFile);
    const url = development
      ? await abortable(serveSources(instance), stopRequested.signal)
      : config.publicUrl;
    stopRequested.signal.throwIfAborted();
    print(`ready ${url}`);
    await once(stopRequested.signal, 'abort');
  } finally {
    print('stopping');
    await instance.stop();
  }
  process.exit(0);
} catch (error) {
  if (error === stopRequested.signal.reason) process.exit(0); // stopped before it was ready
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

/** Vite is loaded only in development. */
async function serveSources(instance: Instance): Promise<string> {
  const { startDevelopment } = await import('./supervisor/development.ts');
  return startDevelopment(config, instance);
}

async function showDemoSignIns(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const { signIns } = JSON.parse(text) as { signIns: { name: string; email: string; password: string }[] };
  print(`Demo sign-ins (kept in ${file})`);
  for (const { name, email, password } of signIns)
    print(`  ${name.padEnd(28)} ${email.padEnd(48)} ${password}`);
}
