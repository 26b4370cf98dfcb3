import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemsIn } from '@landline/api/platform/config';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { nodeOptions } from './supervisor/node-options.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');

const duration = z.string().regex(/^\d+s$/);
const bytes = z.string().regex(/^\d+(?:m|mb|g)$/);

/** The part of the Compose specification that the file uses; strict, so that a misspelled key fails. */
const service = z.strictObject({
  image: z.string().regex(/^landline$|:/),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string().regex(/^(?:[\d.]+:)?\d+:\d+$/)).optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(?::ro)?$/)).optional(),
  tmpfs: z.array(z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  networks: z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4() })).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
  restart: z.literal('always'),
  stop_grace_period: duration.optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.literal('ALL')).optional(),
  security_opt: z.array(z.string()).optional(),
  shm_size: bytes.optional(),
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': bytes, 'max-file': z.string().regex(/^\d$/) }),
  }),
  healthcheck: z
    .strictObject({
      test: z.union([z.string(), z.array(z.string())]),
      interval: duration,
      timeout: duration,
      retries: z.int(),
    })
    .optional(),
  deploy: z.strictObject({
    replicas: z.int().optional(),
    resources: z.strictObject({
      limits: z.strictObject({ cpus: z.string().regex(/^\d(?:\.\d)?$/), memory: bytes }),
    }),
  }),
});
type Service = z.infer<typeof service>;

const named = z.record(z.string(), z.null());
const composition = z.strictObject({
  name: z.literal('landline'),
  services: z.record(z.string(), service),
  // A secret from a variable cannot be written into a container with a read-only root.
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
  networks: z.strictObject({
    default: z.strictObject({
      ipam: z.strictObject({ config: z.tuple([z.strictObject({ subnet: z.cidrv4() })]) }),
    }),
  }),
  volumes: named,
});

/** The file as Compose reads it: anchors merged, variables substituted. */
async function compose(): Promise<z.infer<typeof composition>> {
  const text = await read('infra/containers/compose.yaml');
  const json = JSON.stringify(parse(text, { merge: true })).replaceAll(
    /\$\{(\w+):(?:-([^}]*)|\?)\}/g,
    (_, name: string, standard?: string) =>
      standard ?? (name.endsWith('EMAIL') ? 'admin@example.com' : `${name}-in-a-test-and-long-enough-for-it`),
  );
  const all = Object.entries(JSON.parse(json) as object).filter(([name]) => !name.startsWith('x-'));
  return composition.parse(Object.fromEntries(all));
}

/** Environment of a process with the secrets mounted. */
const withoutFiles = (environment: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) =>
      value.startsWith('/run/secrets/')
        ? [name.replace(/_FILE$/, ''), `${name} in a test, and long enough for it`]
        : [name, value],
    ),
  );

const services = async () => new Map<string, Service>(Object.entries((await compose()).services));

test("starts each process from an existing file, with the supervisor's options and documented variables", async () => {
  const documented = new Set((await read('docs/configuration.md')).match(/\b[A-Z][A-Z_]{3,}\b/g));
  const processes = [...(await services())].filter(([, { image }]) => image === 'landline');
  expect(processes.map(([name]) => name).sort()).toEqual(
    ['anchor', 'api', 'projections', 'relay', 'scoring-engine', 'worker'].sort(),
  );
  for (const [name, { command = [], environment = {} }] of processes) {
    expect(existsSync(path.join(ROOT, command.at(-1) ?? '')), name).toBe(true);
    expect(command.slice(0, -2), name).toEqual(nodeOptions(name));
    for (const variable of Object.keys(environment)) expect(documented, name).toContain(variable);
  }
});

test('gives the API and the worker a valid configuration', async () => {
  const all = await services();
  for (const name of ['api', 'worker'])
    expect(problemsIn(withoutFiles(all.get(name)?.environment ?? {})), name).toEqual([]);
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

test('copies every folder that the processes need into the image', async () => {
  const dockerfile = await read('infra/containers/Dockerfile');
  const { workspaces } = JSON.parse(await read('package.json')) as { workspaces: readonly string[] };
  for (const workspace of workspaces) {
    expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/`);
    if (workspace === 'web' || workspace === 'load-tests') continue;
    const [folder] = workspace.split('/');
    expect(dockerfile).toContain(`COPY ${folder} ${folder}\n`);
  }
});

test('runs Landline with an init process, a read-only root and no capabilities', async () => {
  for (const [name, each] of await services()) {
    if (each.image !== 'landline') continue;
    expect(each, name).toMatchObject({
      init: true,
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    // The only writable place besides temporary files is DATA_DIR.
    expect(each.volumes ?? [], name).toEqual(each.volumes === undefined ? [] : ['data:/data']);
  }
  expect(await read('infra/containers/Dockerfile')).toMatch(/^USER node$/m);
});

test('names an exact version of every image, and a digest of all but one', async () => {
  const images = [...(await services()).values()].map(({ image }) => image);
  const [, node = ''] = /^FROM (\S+) AS base$/m.exec(await read('infra/containers/Dockerfile')) ?? [];
  const exact = /^[\w/-]+:v?\d+\.\d+(?:\.\d+)?(?:-[\w-]+)?(@sha256:[0-9a-f]{64})?$/;
  for (const image of [...images.filter((each) => each !== 'landline'), node]) {
    const [, digest] = exact.exec(image) ?? expect.fail(image);
    // docs/operations.md explains why.
    if (!image.startsWith('eventstore/')) expect(digest, image).toBeDefined();
  }
  const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: { node: string } };
  expect(node).toContain(`node:${dependencies.node}-bookworm-slim@`);
});

test('checks the health of every service', async () => {
  // The image itself has a health check.
  for (const [name, { image, healthcheck }] of await services())
    if (image !== 'landline') expect(healthcheck, name).toBeDefined();
});

test('gives PostgreSQL more shared memory than the 64 MB of Docker, which parallel queries exhaust', async () => {
  const [, amount, unit] = /^(\d+)(m|mb|g)$/.exec((await services()).get('postgres')?.shm_size ?? '') ?? [];
  expect(Number(amount) * (unit === 'g' ? 1_024 : 1)).toBeGreaterThan(64);
});

test('reads passwords of other services from declared secrets', async () => {
  const { services: all, secrets, volumes, networks } = await compose();
  for (const [name, { environment = {}, secrets: used = [], volumes: mounts = [] }] of Object.entries(all)) {
    for (const secret of used) expect(Object.keys(secrets), name).toContain(secret);
    for (const mount of mounts.filter((each) => !each.startsWith('.')))
      expect(Object.keys(volumes), name).toContain(mount.split(':')[0]);
    for (const [variable, value] of Object.entries(environment))
      if (value.startsWith('/run/secrets/')) expect(used, variable).toContain(path.basename(value));
  }
  for (const [name, { file }] of Object.entries(secrets)) expect(path.basename(file)).toBe(name);
  for (const { environment = {} } of Object.values(all))
    for (const variable of Object.keys(environment))
      expect(variable).not.toMatch(/(?:PASSWORD|SECRET|TOKEN)$/);
  // Cloud networks often use 172.31.0.0/16.
  const [{ subnet }] = networks.default.ipam.config;
  expect(subnet).toMatch(/^10\./);
  for (const { networks: own } of Object.values(all))
    if (own?.default) expect(own.default.ipv4_address).toMatch(subnet.replace(/\.0\/24$/, '.'));
});
