import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from './config.ts';
import { type Instance, ROOT, startInstance } from './supervisor/instance.ts';
import { onParentDeath } from './supervisor/parent.ts';
import { buildWeb } from './supervisor/web-build.ts';

/** More than everything takes that it stops, though nothing of it answers. */
const LATE_MS = 90_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

const config = readConfig();
const development = process.argv.includes('--dev');

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => stopped.abort());
}
stopped.signal.addEventListener('abort', () => setTimeout(() => process.exit(1), LATE_MS).unref());
// npm hands a signal to its shell, which dies of it and passes nothing on.
if (process.env.npm_lifecycle_event !== undefined) onParentDeath(() => stopped.abort());
// That nobody reads any more is no reason to leave without stopping what runs.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const demoFile = path.join(config.dataDir, 'demo.json');
  const knewDemo = (await readFile(demoFile, 'utf8').catch(() => '')) !== '';
  const webDir = development ? '' : (await buildWeb(ROOT)).dir;
  const instance = await startInstance(config, webDir, stopped.signal);
  const end = async () => {
    say('stopping');
    await instance.stop();
    process.exit(0);
  };
  stopped.signal.addEventListener('abort', () => void end());
  const { superAdmin, superAdminIsNew } = instance.secrets;
  if (superAdmin && superAdminIsNew) {
    say(
      `SuperAdmin  ${superAdmin.email}  ${superAdmin.password}  (kept in ${config.dataDir}/superadmin.json)`,
    );
  }
  if (!knewDemo) await showDemoSignIns(demoFile);
  const url = development ? await serveSources(instance) : config.publicUrl;
  say(`ready ${url}`);
  if (stopped.signal.aborted) await end();
} catch (error) {
  if (error === stopped.signal.reason) process.exit(0); // told to stop before it was ready, it has stopped
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

/** Vite is only loaded where it is wanted. */
async function serveSources(instance: Instance): Promise<string> {
  const { startDevelopment } = await import('./supervisor/development.ts');
  return startDevelopment(config, instance);
}

async function showDemoSignIns(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const { signIns } = JSON.parse(text) as { signIns: { name: string; email: string; password: string }[] };
  say(`Demo sign-ins (kept in ${file})`);
  for (const { name, email, password } of signIns)
    say(`  ${name.padEnd(28)} ${email.padEnd(48)} ${password}`);
}
