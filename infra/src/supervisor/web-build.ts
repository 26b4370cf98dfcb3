import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Patterns of the files that the build depends on. */
export const SOURCES = [
  'web/src/**/*',
  'web/*.{ts,html,json}',
  'web/vite/*.ts',
  'web/public/**/*',
  'event-schemas/src/**/*.ts',
  'api/src/**/*contract.ts',
  // Files that contracts import; a test checks that the list is complete.
  'api/src/**/{area,commit-position,domains,fields,pagination,read-values}.ts',
  'package-lock.json',
];

/** File in the built directory with the hash of the sources. */
const STAMP = '.built-from';

/**
 * Builds the web into `web/dist` if any of its sources has changed since the last build, and returns the directory.
 * Builds in a temporary directory first, because another process may be building or serving the web at the same time.
 */
export async function buildWeb(root: string): Promise<string> {
  const web = path.join(root, 'web');
  const dist = path.join(web, 'dist');
  const hash = await hashOfSources(root);
  // A missing stamp means that the web was never built.
  const isCurrent = async () => (await readFile(path.join(dist, STAMP), 'utf8').catch(() => '')) === hash;
  if (await isCurrent()) return dist;
  const temporary = await mkdtemp(path.join(web, '.build-'));
  try {
    const built = path.join(temporary, 'dist'); // a name that Git and Docker ignore
    await buildAll(root, built);
    await writeFile(path.join(built, STAMP), hash);
    const previous = path.join(temporary, 'previous');
    const hasPrevious = await rename(dist, previous).then(
      () => true,
      (error) => {
        if (error.code !== 'ENOENT') throw error;
        return false; // nothing is built yet
      },
    );
    await rename(built, dist).catch(async (error) => {
      if (await isCurrent()) return; // another process has just finished the same build
      if (hasPrevious) await rename(previous, dist);
      throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return dist;
}

/** Makes the web of a checkout count as built although it is empty, for a test of the servers alone. */
export async function skipWebBuild(root: string): Promise<void> {
  const dist = path.join(root, 'web', 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(path.join(dist, STAMP), await hashOfSources(root));
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
async function buildAll(root: string, outDir: string): Promise<void> {
  await build(root, '--outDir', outDir, '--emptyOutDir');
  const widgetOptions = ['-c', 'vite.widget.config.ts', '--outDir', path.join(outDir, 'widget')];
  for (const file of ['launcher', 'panel']) await build(root, ...widgetOptions, '--mode', file);
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
