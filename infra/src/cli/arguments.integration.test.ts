import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cliFor } from '../testing/cli.ts';
import { type Product, startProduct } from '../testing/product.ts';

let product: Product;
let dir: string;

beforeAll(async () => {
  product = await startProduct({ env: { DEMO_DATA: 'off' } });
  dir = await mkdtemp(path.join(tmpdir(), 'landline-arguments-'));
}, 180_000);
afterAll(async () => {
  await product?.dispose();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const { landline, outputOf, json } = cliFor(() => ({ dataDir: product.dataDir, cwd: dir }));

describe('an option with a time', { timeout: 60_000 }, () => {
  test('accepts a date, which begins at midnight UTC', async () => {
    const all = await json('audit', 'list', '--from', '2020-01-31', '--json');
    expect(all.length).toBeGreaterThan(0);
    expect(await json('audit', 'list', '--to', '2020-01-31', '--json')).toEqual([]);
    expect(await outputOf('audit', 'export', '--to', '2020-01-31')).toBe('');
    expect(await json('audit', 'as-of', 'clients', '2020-01-31', '--json')).toMatchObject({ rows: [] });
  });

  test.each(['2026-02-30', 'yesterday', '11/01/2026'])('rejects %s', async (time) => {
    const refused = await landline('audit', 'list', '--from', time);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(
      'Must be a date such as 2026-11-01 or a time such as 2026-11-01T09:30Z.',
    );
  });
});

describe('rejects an unknown name or value', { timeout: 60_000 }, () => {
  const ID = '00000000-0000-4000-8000-000000000000';
  test.each([
    ['audit list --type Nothing', 'Unknown event type: Nothing.'],
    ['audit list --impersonated maybe', 'Allowed choices are only, without.'],
    ['audit export --format xml', 'Allowed choices are ndjson, csv.'],
    ['audit replay client-none', 'found'],
    ['audit as-of parcels 2026-01-01', 'Allowed choices are clients, '],
    ['events read --stream none', 'There is no stream none'],
    ['events tail --stream none', 'There is no stream none'],
    ['scoring runs none', 'Dataset not found'],
    ['scoring rescore none', 'Dataset not found'],
    ['scoring cancel none', 'Dataset not found'],
    ['scoring verify none', 'none'],
    [`scoring history ${ID}`, ID],
    ['environment remove none', ''],
    [`environment remove ${ID}`, ''],
    ['projections rebuild none', 'There is no projector none'],
    ['projections replay-parked none', 'There is no projector none'],
    ['projections skip-parked none 5 --reason none', 'There is no projector none'],
    ['staff reset-password --email none@example.com', 'none@example.com'],
  ])('%s', async (command, words) => {
    const refused = await landline(...command.split(' '));
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(words);
    expect(refused.stderr).not.toMatch(/\n {4}at /);
  });
});

describe('prints a message for an empty list', { timeout: 60_000 }, () => {
  test.each([
    ['audit list --to 2020-01-01', 'No events match'],
    ['audit as-of clients 2020-01-01', 'The list was empty at that time'],
    ['environment list', 'There are no layers'],
    ['events read --from 999999999', 'No events at or after this position'],
    ['scoring runs', 'This installation has no runs'],
    ['versions list', 'There are no versions'],
  ])('%s', async (command, words) => {
    expect(await outputOf(...command.split(' '))).toBe(`${words}\n`);
  });
});
