import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './supervisor/instance.ts';

const run = promisify(execFile);
const CONTAINERS = path.join(ROOT, 'infra/containers');
const TOOLS = path.join(ROOT, 'node_modules/.cache/landline/tools');

const hasGo = (() => {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Builds a Go program if necessary, which takes a few minutes, and returns its path. */
async function tool(name: string, module: string, version: string): Promise<string> {
  const program = path.join(TOOLS, `${name}-${version}`);
  if (existsSync(program)) return program;
  const work = path.join(TOOLS, `${name}-module`);
  await mkdir(work, { recursive: true });
  const go = (...args: string[]) => run('go', args, { cwd: work });
  // In a separate module, because `go install` rejects modules that replace their dependencies.
  if (!existsSync(path.join(work, 'go.mod'))) await go('mod', 'init', name);
  await go('get', `${module}/cmd/${name}@${version}`);
  await go('build', '-o', program, `${module}/cmd/${name}`);
  return program;
}

describe.skipIf(!hasGo)("Prometheus' own tools accept the alerts (skipped without Go)", () => {
  let promtool: string;
  let amtool: string;
  beforeAll(async () => {
    promtool = await tool('promtool', 'github.com/prometheus/prometheus', 'v0.305.0');
    amtool = await tool('amtool', 'github.com/prometheus/alertmanager', 'v0.28.1');
  }, 1_800_000);

  test('every rule passes its unit test', { timeout: 120_000 }, async () => {
    const tests = await Array.fromAsync(glob('alert-tests/*.yml', { cwd: CONTAINERS }));
    expect(tests.length).toBeGreaterThan(15);
    await run(promtool, ['test', 'rules', ...tests], { cwd: CONTAINERS });
  });

  test('the configurations are valid', { timeout: 120_000 }, async () => {
    await run(promtool, ['check', 'rules', 'alerts.yml'], { cwd: CONTAINERS });
    await run(promtool, ['check', 'config', '--syntax-only', 'prometheus.yml'], { cwd: CONTAINERS });
    await run(amtool, ['check-config', 'alertmanager.yml'], { cwd: CONTAINERS });
  });
});
