import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SOURCES = [
  'web/src/**/*',
  'web/*.{ts,html,json}',
  'web/vite/*.ts',
  'web/public/**/*',
  'event-schemas/src/**/*.ts',
  'api/src/**/*contract.ts',
  'api/src/property/imports/fields.ts',
  'package-lock.json',
];

/** Builds the web into `web/dist` if any of its sources has changed since the last build, and returns the directory. */
export async function buildWeb(root: string): Promise<string> {
  const dir = path.join(root, 'web', 'dist');
  const stamp = path.join(dir, '.built-from');
  const hash = await hashOfSources(root);
  // A missing stamp means that the web was never built.
  if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return dir;
  await buildAll(root);
  await writeFile(stamp, hash);
  return dir;
}

async function hashOfSources(root: string): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(SOURCES, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash.update(`${path.relative(root, file)}\n`).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** The dashboard build empties the directory, so the widget's files are built after it. */
async function buildAll(root: string): Promise<void> {
  await build(root);
  for (const file of ['launcher', 'panel']) await build(root, '-c', 'vite.widget.config.ts', '--mode', file);
}

async function build(root: string, ...options: string[]): Promise<void> {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', ...options], {
    cwd: path.join(root, 'web'),
    // Vite keeps a NODE_ENV that is set; any other value would ship React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`The web build failed (exit code ${code})`);
}
