import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const K6 = 'go.k6.io/k6@v1.3.0';

/** Finds k6 on the PATH or in Go's bin folder; installs it with Go if missing. */
export async function findK6(): Promise<string> {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((dir) => path.join(dir, 'k6'));
  const installed = path.join(process.env.GOBIN ?? path.join(os.homedir(), 'go', 'bin'), 'k6');
  const existing = [...onPath, installed].find((file) => existsSync(file));
  if (existing !== undefined) return existing;
  process.stderr.write('installing k6, which takes some minutes\n');
  await promisify(execFile)('go', ['install', K6]).catch((error: Error) => {
    throw new Error(`k6 could not be installed: ${error.message}`);
  });
  return installed;
}

/** Runs a k6 script from this folder and returns the exit code of k6: 0 if all thresholds passed. */
export async function runK6(
  k6: string,
  script: string,
  env: NodeJS.ProcessEnv,
  options: readonly string[] = [],
): Promise<number | null> {
  const file = fileURLToPath(new URL(`./${script}.ts`, import.meta.url));
  const child = spawn(k6, ['run', '--quiet', ...options, file], {
    stdio: 'inherit',
    env: { ...process.env, ...env, K6_NO_USAGE_REPORT: 'true' },
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
