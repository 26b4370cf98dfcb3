import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cliFor } from '../testing/cli.ts';
import { type Product, startProduct } from '../testing/product.ts';

vi.setConfig({ testTimeout: 60_000 });

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { DEMO_DATA: 'off' } });
}, 300_000);
afterAll(() => product?.dispose());

const shell = cliFor(() => ({ dataDir: product.dataDir, cwd: tmpdir() }));
const versions = (...args: string[]) => shell.landline('versions', ...args);
const json = (...args: string[]) => shell.json('versions', ...args, '--json');

test('creates and lists versions', async () => {
  expect(await versions('list')).toEqual({ code: 0, stdout: 'There are no versions\n', stderr: '' });
  expect(await versions('list', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' });

  const quick = await versions('snapshot');
  expect(quick).toMatchObject({ code: 0, stderr: '' });
  expect(quick.stdout).toMatch(/^Snapshot auto-snapshot-\d{4}-\d\d-\d\d-\d{6} was created\n$/);
  expect(await versions('snapshot', '--before-deploy', 'v2.1')).toEqual({
    code: 0,
    stdout: 'Snapshot git-deploy-v2.1 was created\n',
    stderr: '',
  });
  const emergency = await json('snapshot', '--emergency');
  expect(emergency).toMatchObject({
    success: true,
    version_name: expect.stringMatching(/^emergency-\d{4}-/),
  });

  const listed = await json('list');
  expect(listed.map(({ description }: { description: string }) => description)).toEqual([
    'Emergency backup from the command line',
    'Before the deploy of v2.1',
    'Manual backup created via admin interface',
  ]);
  expect(listed[0]).toMatchObject({ id: emergency.id, created_by_email: product.superAdmin.email });
  const table = (await versions('list')).stdout.split('\n');
  expect(table[0]).toMatch(/^name +created_at +by +documents +active +id/);
  expect(table[2] ?? '').toContain('git-deploy-v2.1');
});

test('rejects an invalid or missing label and an unknown command, and prints help', async () => {
  expect(await versions('snapshot', '--before-deploy', 'a label')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(
      'A label can only contain letters, digits, dots, hyphens and underscores',
    ),
  });
  expect(await versions('snapshot', '--before-deploy')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("option '--before-deploy <label>' argument missing"),
  });
  expect(await versions('rewind')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("unknown command 'rewind'"),
  });
  const help = await versions('--help');
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toMatch(/list .*newest first/);
  expect(help.stdout).toMatch(/snapshot .*save the current configuration as a version/);
});
