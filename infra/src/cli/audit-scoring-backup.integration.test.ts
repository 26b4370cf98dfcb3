import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockRescoring } from '../testing/block-rescoring.ts';
import { cliFor } from '../testing/cli.ts';
import { until } from '../testing/crashable-services.ts';
import { signInTo } from '../testing/http.ts';
import { type Product, startProduct } from '../testing/product.ts';

let product: Product;
let clientId: string;
let dir: string;

beforeAll(async () => {
  product = await startProduct({ env: { DEMO_DATA: 'off' } });
  dir = await mkdtemp(path.join(tmpdir(), 'landline-shell-'));
  await chmod(dir, 0o755); // so that PostgreSQL's account can enter the directory
  const staff = await signInTo(product.url, product.superAdmin);
  const body = { name: 'Acme', primary_domain: 'acme.example' };
  const { responseBody } = await staff.command('POST', '/api/ai/clients', body, 'acme');
  clientId = (responseBody as { id: string }).id;
  const products = { has_ai_assistant: true, has_geo_leads: true };
  await staff.command('POST', `/api/client-admin/client/${clientId}/products`, products, 'products');
}, 180_000);
afterAll(async () => {
  await product?.dispose();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const { landline, outputOf, json } = cliFor(() => ({ dataDir: product.dataDir, cwd: dir }));

describe('audit', { timeout: 120_000 }, () => {
  const stream = () => `client-${clientId}`;

  test('list prints events, newest first, as a table and as JSON', async () => {
    const listed = await json('audit', 'list', '--stream', stream(), '--json');
    expect(listed.map(({ type }: { type: string }) => type)).toEqual([
      'ClientProductsChanged',
      'ClientCreated',
    ]);
    const table = (await outputOf('audit', 'list', '--type', 'ClientCreated', '--limit', '1')).split('\n');
    expect(table[0]?.split(/\s+/)).toEqual(['position', 'at', 'type', 'stream', 'who', 'as']);
    expect(table[1]).toContain(`${stream()}@0`);
    expect(await outputOf('audit', 'list', '--impersonated', 'only')).toBe('No events match\n');
  });

  test('show prints an event, and replay what it changed', async () => {
    const [{ position }] = await json('audit', 'list', '--type', 'ClientProductsChanged', '--json');
    expect(await json('audit', 'show', position)).toMatchObject({
      type: 'ClientProductsChanged',
      data: { client_id: clientId, after: { has_geo_leads: true } },
      metadata: { actor: { role: 'SuperAdmin' } },
    });
    const { changes } = await json('audit', 'replay', stream(), '--position', position);
    expect(changes).toContainEqual({ path: 'has_geo_leads', before: false, after: true });
    expect(await json('audit', 'replay', stream(), '--revision', '0')).toMatchObject({
      lastRevision: 1,
      state: { has_geo_leads: false },
    });
    const nothing = await landline('audit', 'show', '99999999');
    expect(nothing).toMatchObject({ code: 1, stdout: '', stderr: 'The requested resource was not found.\n' });
  });

  test('as-of prints a list as it was', async () => {
    const [created] = await json('audit', 'list', '--type', 'ClientCreated', '--json');
    const names = async (at: string) =>
      (await json('audit', 'as-of', 'clients', at, '--json')).rows.map(({ name }: { name: string }) => name);
    expect(await names(created.at)).toEqual(['Acme']);
    expect(await names(new Date(Date.parse(created.at) - 1).toISOString())).toEqual([]);
    expect(await outputOf('audit', 'as-of', 'clients', created.at)).toContain('{"demo_mode":false}');
    const none = await landline('audit', 'as-of', 'parcels', created.at);
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('Allowed choices are clients, client-users,');
  });

  test('export writes matching events, oldest first', async () => {
    const lines = (await outputOf('audit', 'export', '--client', clientId)).trim().split('\n');
    const types = lines.map((line) => JSON.parse(line).type);
    expect(types).toEqual(expect.arrayContaining(['ClientCreated', 'ClientProductsChanged']));
    const csv = await outputOf('audit', 'export', '--stream', stream(), '--format', 'csv');
    expect(csv.trim().split('\r\n')).toHaveLength(3);
    expect(csv).toContain('"position","at","type"');
    expect((await landline('audit', 'export', '--format', 'xml')).code).toBe(1);
  });
});

describe('scoring', { timeout: 120_000 }, () => {
  const dataset = 'oakville';
  const candidate = candidateId(dataset, '10-1');
  beforeAll(async () => {
    const file = path.join(dir, 'oakville.csv');
    const parcels = Array.from({ length: 60 }, (_, n) =>
      [`10-${n}`, `${n} Oak St`, 12_000 + 10 * n, 4_000, 6_000, 0.5, 1 + (n % 12), 2, 4].join(),
    );
    const columns = [
      'apn,street_address,parcel_area,building_area,open_area,open_ratio',
      'units,building_count,potential_garages_count',
    ];
    await writeFile(file, [columns.join(), ...parcels].join('\n'));
    const args = ['--key', dataset, '--name', 'Oakville Properties', '--type', 'adu'];
    expect(await json('datasets', 'import', ...args, file, '--json')).toMatchObject({ imported: 60 });
    await until('the first scores', async () => (await landline('scoring', 'verify', dataset)).code === 0);
  }, 120_000);

  test('rescore starts a run, cancel stops it, and retry restarts it', async () => {
    expect(await outputOf('scoring', 'rescore', dataset)).toContain(
      'oakville: completed, 60 candidates scored',
    );
    const nothing = await landline('scoring', 'cancel', dataset);
    expect(nothing).toMatchObject({ code: 1, stderr: 'oakville has no run that can be canceled\n' });
    await blockRescoring(product.services.databaseUrl, async () => {
      const rescoring = outputOf('scoring', 'rescore', dataset);
      await until('the run writes', async () => {
        const [newest] = await json('scoring', 'runs', dataset, '--json');
        return newest?.state === 'writing';
      });
      expect(await outputOf('scoring', 'cancel', dataset)).toContain('oakville: ');
      expect(await rescoring).toContain('oakville: cancelled');
    });
    expect(await json('scoring', 'retry', dataset, '--json')).toMatchObject({
      dataset_key: dataset,
      state: 'completed',
      scored: 60,
    });
  });

  test('publish activates either reading of the penalties and rejects an invalid model', async () => {
    const publishReading = (reading: string) => outputOf('scoring', 'publish', reading);
    expect(await publishReading('share-taken')).toMatch(
      /^Scoring model published: .*share taken away \([0-9a-f]{12}\)/,
    );
    expect(await outputOf('scoring', 'model')).toContain(
      'Open-space penalties are read as the share taken away',
    );
    expect(await publishReading('share-taken')).toContain('This scoring model is already in use');
    expect(await publishReading('literal')).toMatch(/^Scoring model published: As specified \(/);
    expect(await json('scoring', 'model', '--json')).toMatchObject({ reading: 'literal', behind: [] });
    const file = path.join(dir, 'model.json');
    await writeFile(file, '{"formula":2}');
    expect(await landline('scoring', 'publish', file)).toMatchObject({ code: 1, stdout: '' });
  });

  test('history and explain show where a score comes from', async () => {
    const [{ position, cause, score }] = await json('scoring', 'history', candidate, '--json');
    expect(cause).toBe('imported');
    expect(await outputOf('scoring', 'history', candidate)).toContain('imported');
    const explained = await json('scoring', 'explain', candidate, '--at', position);
    expect(explained.breakdown).toMatchObject({ property_type: 'adu', score, totals: { final: score } });
    const before = await landline('scoring', 'explain', candidate, '--at', '0');
    expect(before).toMatchObject({
      code: 1,
      stderr: 'No such candidate or no scoring model existed at position 0\n',
    });
  });

  test('verify confirms the live scores, and fails after tampering', async () => {
    const database = new pg.Client({ connectionString: product.services.databaseUrl });
    await database.connect();
    const verdict = async () => {
      const { code, stdout } = await landline('scoring', 'verify', dataset);
      return { code, verdict: stdout.trim().split('\n').at(-1) };
    };
    try {
      expect(await verdict()).toEqual({ code: 0, verdict: 'All checksums match' });
      const moveLiveSet = 'UPDATE scoring.live_set SET position = position + $2 WHERE dataset_key = $1';
      await database.query(moveLiveSet, [dataset, 1]);
      expect(await verdict()).toEqual({
        code: 1,
        verdict: 'Cannot compare: readers see the scores of another run',
      });
      await database.query(moveLiveSet, [dataset, -1]);
      expect(await json('scoring', 'verify', dataset, '--json')).toMatchObject({ agrees: true, count: 60 });
      await database.query(
        `UPDATE scoring.score SET score_tenths = 1000 - score_tenths
         WHERE candidate_id = $1 AND set_id = (SELECT set_id FROM scoring.live_set WHERE dataset_key = $2)`,
        [candidate, dataset],
      );
      expect(await verdict()).toEqual({ code: 1, verdict: 'The checksums do not match' });
    } finally {
      await database.end();
    }
    const nowhere = await landline('scoring', 'verify', 'nowhere');
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toContain('nowhere has no scores of its own');
  });
});

describe('backup', { timeout: 120_000 }, () => {
  const file = () => path.join(dir, 'landline.backup');

  test('create and verify print the contents', async () => {
    const backup = await outputOf('backup', 'create', file());
    expect(backup).toMatch(/landline\.backup contains \d+ events up to position \d+, created \d{4}-/);
    const verified = await outputOf('backup', 'verify', file());
    expect(verified).toMatch(/landline\.backup is intact and contains \d+ events/);
    const { events, log } = await json('backup', 'verify', file(), '--json');
    expect(events).toBeGreaterThan(3);
    expect(log?.misfit ?? null).toBeNull();
  });

  test('verify rejects a changed backup', async () => {
    const bytes = await readFile(file());
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 4, bytes.length >> 1);
    const damaged = path.join(dir, 'damaged.backup');
    await writeFile(damaged, bytes);
    const refused = await landline('backup', 'verify', damaged);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).not.toContain('    at '); // a message without a stack trace
    const elsewhere = cliFor(() => ({ dataDir: path.join(dir, 'damaged'), cwd: dir }));
    expect((await elsewhere.landline('backup', 'restore', damaged, '--no-erasures')).code).toBe(1);
  });

  test('restore requires the erasure ledger and creates an installation that starts', async () => {
    const elsewhere = path.join(dir, 'elsewhere');
    const restore = (...args: string[]) =>
      cliFor(() => ({ dataDir: elsewhere, cwd: dir })).landline('backup', 'restore', file(), ...args);
    const unconfirmed = await restore();
    expect(unconfirmed).toMatchObject({
      code: 1,
      stderr:
        'Pass the erasure ledger with --erasures <file>, or confirm with --no-erasures that nothing was erased\n',
    });
    const restored = await restore('--no-erasures');
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toMatch(/elsewhere now contains \d+ events up to position/);
    const again = await restore('--no-erasures');
    expect(again).toMatchObject({ code: 1, stderr: `${elsewhere} is not empty; choose an empty DATA_DIR\n` });

    const there = await startProduct({ dataDir: elsewhere, env: { DEMO_DATA: 'off' } });
    try {
      const staff = await signInTo(there.url, there.superAdmin);
      const clients = () => staff.get<{ name: string }[]>('/api/ai/clients');
      const restoredClients = await until('its clients', async () => {
        const all = await clients();
        return all.length > 0 && all;
      });
      expect(restoredClients.map(({ name }) => name)).toEqual(['Acme']);
    } finally {
      await there.dispose();
    }
  });
});
