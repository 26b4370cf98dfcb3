import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemsIn } from '@landline/api/platform/config';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { nodeOptions } from './supervisor/node-options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');

interface Service {
  readonly image: string;
  readonly command?: readonly string[] | string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

/** Services as Compose reads them: anchors merged, variables substituted. */
async function services(): Promise<Map<string, Service>> {
  const text = await read('infra/containers/compose.yaml');
  const given = JSON.stringify(parse(text, { merge: true })).replaceAll(
    /\$\{(\w+):(?:-([^}]*)|\?)\}/g,
    (_, name: string, standard?: string) =>
      standard ?? (name.endsWith('EMAIL') ? 'admin@example.com' : `${name}-in-a-test-and-long-enough-for-it`),
  );
  return new Map(Object.entries((JSON.parse(given) as { services: Record<string, Service> }).services));
}

test("starts each process from an existing file, with the supervisor's options and variables that it knows", async () => {
  const known = new Set((await read('docs/configuration.md')).match(/\b[A-Z][A-Z_]{3,}\b/g));
  const processes = [...(await services())].filter(([, { image }]) => image === 'landline');
  expect(processes.map(([name]) => name).sort()).toEqual(
    ['anchor', 'api', 'projections', 'relay', 'scoring-engine', 'worker'].sort(),
  );
  for (const [name, { command = [], environment = {} }] of processes) {
    expect(existsSync(path.join(ROOT, command.at(-1) ?? '')), name).toBe(true);
    expect(command.slice(0, -2), name).toEqual(nodeOptions(name));
    for (const variable of Object.keys(environment)) expect(known, name).toContain(variable);
  }
});

test('gives api and worker a valid configuration', async () => {
  const all = await services();
  for (const name of ['api', 'worker'])
    expect(problemsIn(all.get(name)?.environment ?? {}), name).toEqual([]);
});

test('points Prometheus at the ports on which the processes listen', async () => {
  const { scrape_configs } = parse(await read('infra/containers/prometheus.yml')) as {
    scrape_configs: {
      dns_sd_configs?: { names: string[]; port: number }[];
      static_configs?: { targets: string[] }[];
    }[];
  };
  const all = await services();
  const fixed = scrape_configs.flatMap(({ static_configs = [] }) => static_configs);
  for (const target of fixed.flatMap(({ targets }) => targets))
    expect(all.has(target.split(':')[0] ?? '')).toBe(true);
  const collected = scrape_configs.flatMap(({ dns_sd_configs = [] }) => dns_sd_configs);
  expect(collected.map(({ names }) => names).sort()).toEqual([['api'], ['worker']]);
  for (const { names, port } of collected) {
    const { METRICS_PORT = '8080' } = all.get(names[0] ?? '')?.environment ?? {};
    expect(String(port), names[0]).toBe(METRICS_PORT);
  }
});

test('declares every service and mount that a service depends on', async () => {
  const all = await services();
  for (const { depends_on = {}, volumes = [] } of all.values()) {
    for (const other of Object.keys(depends_on)) expect([...all.keys()]).toContain(other);
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('.'))
        expect(existsSync(path.join(ROOT, 'infra/containers', source)), source).toBe(true);
    }
  }
});

test('monitors every process: it reports, and the image checks the report', async () => {
  const [, command = '[]'] =
    /^HEALTHCHECK .* CMD (.*)$/m.exec(await read('infra/containers/Dockerfile')) ?? [];
  const [program, file = ''] = JSON.parse(command) as string[];
  expect(program).toBe('node');
  expect(existsSync(path.join(ROOT, file))).toBe(true);
  const processes = [...(await services())].filter(([, { image }]) => image === 'landline');
  for (const [name, { command: options = [] }] of processes)
    expect(options, name).toContain('--import=./infra/src/process-report/preload.ts');
});

test('puts every folder that runs into the image', async () => {
  const dockerfile = await read('infra/containers/Dockerfile');
  const { workspaces } = JSON.parse(await read('package.json')) as { workspaces: readonly string[] };
  for (const workspace of workspaces) {
    expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/`);
    if (workspace === 'web' || workspace === 'load-tests') continue;
    const [folder] = workspace.split('/');
    expect(dockerfile).toContain(`COPY ${folder} ${folder}\n`);
  }
});
