import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A browser executable with the environment it needs. */
export interface Chromium {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/** Flags for tests: headless, no sandbox (root), software WebGL, no background requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Finds Chromium: `CHROMIUM_PATH`, the system's, or the one shipped in an npm package, unpacked once beside
 * `node_modules`.
 */
export async function findChromium(): Promise<Chromium> {
  const installed = [process.env.CHROMIUM_PATH, ...SYSTEM_PATHS].find((file) => file && existsSync(file));
  if (installed) return { executablePath: installed, env: {} };
  const packaged = path.join(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '../..');
  const directory = path.join(packaged, '../../.cache/landline/chromium');
  if (!existsSync(directory)) await unpack(directory);
  const executablePath = path.join(directory, 'chromium');
  const env = (await starts(executablePath, {}))
    ? {}
    : { LD_LIBRARY_PATH: path.join(directory, 'al2023', 'lib') };
  return { executablePath, env };
}

/** Unpacks into an empty directory, because the package reuses whatever it finds in TMPDIR. */
async function unpack(directory: string): Promise<void> {
  const unfinished = `${directory}-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  const script = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  await run(process.execPath, ['-e', script], {
    cwd: path.dirname(fileURLToPath(import.meta.url)),
    // With this name set it also unpacks the system libraries that a bare machine lacks.
    env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  try {
    await rename(unfinished, directory);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error; // another run has unpacked it first
  }
}

async function starts(program: string, env: Record<string, string>): Promise<boolean> {
  return run(program, ['--version'], { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );
}
