import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Product, startProduct } from '../testing/product.ts';

vi.setConfig({ testTimeout: 60_000 });

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { DEMO_DATA: 'off' } });
}, 300_000);
afterAll(() => product?.dispose());

/** As it is typed in a shell. */
const landline = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { ...process.env, DATA_DIR: product.dataDir };
    const file = path.join(import.meta.dirname, 'landline.ts');
    execFile(process.execPath, [file, 'versions', ...args], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

test('versions are made and listed from a shell', async () => {
  expect(await landline('list')).toEqual({ code: 0, out: 'There are no versions\n', err: '' });
  expect(await landline('list', '--json')).toEqual({ code: 0, out: '[]\n', err: '' });

  const quick = await landline('snapshot');
  expect(quick).toMatchObject({ code: 0, err: '' });
  expect(quick.out).toMatch(/^Snapshot auto-snapshot-\d{4}-\d\d-\d\d-\d{6} was created\n$/);
  expect(await landline('snapshot', '--before-deploy', 'v2.1')).toEqual({
    code: 0,
    out: 'Snapshot git-deploy-v2.1 was created\n',
    err: '',
  });
  const emergency = JSON.parse((await landline('snapshot', '--emergency', '--json')).out);
  expect(emergency).toMatchObject({
    success: true,
    version_name: expect.stringMatching(/^emergency-\d{4}-/),
  });

  const listed = JSON.parse((await landline('list', '--json')).out);
  expect(listed.map(({ description }: { description: string }) => description)).toEqual([
    'Emergency backup from the command line',
    'Before the deploy of v2.1',
    'Manual backup created via admin interface',
  ]);
  expect(listed[0]).toMatchObject({ id: emergency.id, created_by_email: product.superAdmin.email });
  const table = (await landline('list')).out.split('\n');
  expect(table[0]).toMatch(/^name +created_at +by +documents +active +id/);
  expect(table[2] ?? '').toContain('git-deploy-v2.1');
});

test('what is wrong is said, with an exit code', async () => {
  expect(await landline('snapshot', '--before-deploy', 'a label')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('A label has letters, digits, dots, hyphens and underscores'),
  });
  expect(await landline('snapshot', '--before-deploy')).toMatchObject({
    code: 1,
    err: expect.stringContaining("option '--before-deploy <label>' argument missing"),
  });
  expect(await landline('rewind')).toMatchObject({
    code: 1,
    err: expect.stringContaining("unknown command 'rewind'"),
  });
  const help = await landline('--help');
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(help.out).toMatch(/list .*newest first/);
  expect(help.out).toMatch(/snapshot .*keep the configuration as it is now/);
});
