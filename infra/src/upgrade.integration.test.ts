import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { releaseOf } from '@landline/api/operations/system-versions/release';
import { importFile } from '@landline/api/property/imports/import-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './supervisor/instance.ts';
import { skipWebBuild } from './supervisor/web-build.ts';
import { signInTo, tokenOf } from './testing/http.ts';
import { type Product, startProduct } from './testing/product.ts';

const run = promisify(execFile);
const env = { DEMO_DATA: 'off' };
const previous = await run('git', ['rev-parse', '--verify', 'HEAD^'], { cwd: ROOT }).then(
  ({ stdout }) => stdout.trim(),
  () => undefined,
);

interface Versions {
  versions: { version_name: string; kind: string }[];
}

interface Listed {
  data: { id: string; apn: string; score: number | null; manual_classification: string | null }[];
}

describe.skipIf(previous === undefined)('data written by the previous commit', () => {
  let checkout: string;
  let product: Product | undefined;

  beforeAll(async () => {
    checkout = await checkOut(previous as string); // the test is skipped without one
    await skipWebBuild(checkout); // these tests call only its API
  });
  afterAll(async () => {
    await product?.dispose();
    await rm(checkout, { recursive: true, force: true });
  });

  test('is served and extended by the current code', async () => {
    product = await startProduct({ root: checkout, env });
    const file = path.join(product.dataDir, 'parcels.csv');
    const rows = Array.from(
      { length: 40 },
      (_, i) => `${i + 1}-00,${i + 1} Main St,${12_000 + 900 * i},${4 + i}`,
    );
    await writeFile(file, ['apn,street_address,parcel_area,units', ...rows].join('\n'));
    await importFile({
      baseUrl: product.url,
      token: await tokenOf(product.url, product.superAdmin),
      file,
      dataset_key: 'upgrade',
      dataset_name: 'Upgrade Properties',
      dataset_type: 'city',
      property_type: 'adu',
    });
    const list = '/api/geo/candidates?datasetKey=upgrade&limit=100';
    const before = await signInTo(product.url, product.superAdmin);
    const [classified, other] = (await before.get<Listed>(list)).data;
    const classify = (id: string | undefined) => ({
      candidateId: id,
      classification: 'bad',
      notes: 'too steep',
    });
    const body = classify(classified?.id);
    expect((await before.command('POST', '/api/geo/training/classify', body, 'k1')).status).toBe(200);
    const { dataDir } = product;
    await product.kill('SIGTERM');

    product = await startProduct({ dataDir, env });
    const after = await signInTo(product.url, product.superAdmin);
    const { data } = await after.get<Listed>(list);
    expect(data.map(({ apn }) => apn).sort()).toEqual(rows.map((row) => row.split(',')[0]).sort());
    expect(data.find(({ id }) => id === classified?.id)?.manual_classification).toBe('bad');
    // The code changed, so a snapshot of the configuration was taken before the start.
    if ((await releaseOf(checkout)) !== (await releaseOf())) {
      const kept = `git-deploy-${await releaseOf()}`;
      await expect
        .poll(async () => (await after.get<Versions>('/api/ai/system/versions')).versions, {
          timeout: 60_000,
        })
        .toContainEqual(expect.objectContaining({ version_name: kept, kind: 'git-deploy' }));
    }
    const next = classify(other?.id);
    expect((await after.command('POST', '/api/geo/training/classify', next, 'k2')).status).toBe(200);
  });
});

/** Checks out that commit with this checkout's installed packages and its own workspaces. */
async function checkOut(commit: string): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-previous-'));
  const archive = path.join(directory, 'tree.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT });
  await run('tar', ['-xf', archive, '-C', directory]);
  const modules = path.join(directory, 'node_modules');
  await mkdir(path.join(modules, '@landline'), { recursive: true });
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (name !== '@landline' && name !== '.cache')
      await symlink(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  }
  const { workspaces } = await packageIn(directory);
  for (const workspace of workspaces ?? []) {
    const { name } = await packageIn(path.join(directory, workspace));
    await symlink(path.join(directory, workspace), path.join(modules, name));
    const own = path.join(ROOT, workspace, 'node_modules');
    if (await readdir(own).catch(() => undefined))
      await symlink(own, path.join(directory, workspace, 'node_modules'));
  }
  return directory;
}

const packageIn = async (directory: string): Promise<{ name: string; workspaces?: string[] }> =>
  JSON.parse(await readFile(path.join(directory, 'package.json'), 'utf8'));
