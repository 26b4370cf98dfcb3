import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, mkdir, writeFile } from 'node:fs/promises';
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

/**
 * Builds a Go program if necessary, which takes minutes, and returns its path. `replaced` maps files of the module to
 * their new content.
 */
async function buildTool(
  name: string,
  module: string,
  version: string,
  replaced: Readonly<Record<string, string>> = {},
): Promise<string> {
  const program = path.join(TOOLS, `${name}-${version}`);
  if (existsSync(program)) return program;
  const work = path.join(TOOLS, `${name}-module`);
  await mkdir(work, { recursive: true });
  const go = (...args: string[]) => run('go', args, { cwd: work });
  // In a separate module, because `go install` rejects modules that replace their dependencies.
  if (!existsSync(path.join(work, 'go.mod'))) await go('mod', 'init', name);
  await go('get', '-tool', `${module}/cmd/${name}@${version}`);
  await go('mod', 'vendor');
  for (const [file, content] of Object.entries(replaced))
    await writeFile(path.join(work, 'vendor', module, file), content);
  await go('build', '-mod=vendor', '-o', program, `${module}/cmd/${name}`);
  return program;
}

const PROMETHEUS = 'github.com/prometheus/prometheus';
/** Compiles only the service discovery that prometheus.yml uses; those of all clouds double promtool's build time. */
const DNS_ONLY = { 'plugins/plugins.go': `package plugins\nimport _ "${PROMETHEUS}/discovery/dns"\n` };

describe.skipIf(!hasGo)("Prometheus' own tools accept the alerts (skipped without Go)", () => {
  let promtool: string;
  let amtool: string;
  beforeAll(async () => {
    promtool = await buildTool('promtool', PROMETHEUS, 'v0.305.0', DNS_ONLY);
    amtool = await buildTool('amtool', 'github.com/prometheus/alertmanager', 'v0.28.1');
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
