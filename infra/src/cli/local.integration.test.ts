import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendUnappliable } from '../testing/append-unappliable.ts';
import { blockRescoring } from '../testing/block-rescoring.ts';
import { cliFor, environmentOf, LANDLINE } from '../testing/cli.ts';
import { until } from '../testing/crashable-services.ts';
import { type Caller, signInTo } from '../testing/http.ts';
import { type Product, startProduct } from '../testing/product.ts';

/** Commands on the installation's machine. They share one installation: the first tests need it empty. */

const LEBANON = path.resolve(
  import.meta.dirname,
  '../../../../shared/data/parcels/lebanon_nh_parcels_2025.csv',
);

let product: Product;
let staff: Caller;
let clientId: string;
let dir: string;

beforeAll(async () => {
  product = await startProduct({ env: { DEMO_DATA: 'off' } });
  dir = await mkdtemp(path.join(tmpdir(), 'landline-shell-'));
  await chmod(dir, 0o755); // so that PostgreSQL's account can enter the directory
  staff = await signInTo(product.url, product.superAdmin);
  const body = { name: 'Acme', primary_domain: 'acme.example' };
  const { responseBody } = await staff.command('POST', '/api/ai/clients', body, 'acme');
  clientId = (responseBody as { id: string }).id;
  const products = { has_ai_assistant: true, has_geo_leads: true };
  await staff.command('POST', `/api/client-admin/client/${clientId}/products`, products, 'products');
});
afterAll(async () => {
  await product?.dispose();
  await rm(dir, { recursive: true, force: true });
});

const { landline, outputOf, json } = cliFor(() => ({ dataDir: product.dataDir, cwd: dir }));
const lines = (text: string) => text.trim().split('\n');

interface Listed {
  data: { apn: string; score: number | null }[];
  pagination: { total: number };
}

/** Returns the candidates of a dataset once all are scored. */
const waitForScoredCandidates = (datasetKey: string, count: number) =>
  until(
    `${count} scored candidates in ${datasetKey}`,
    async () => {
      const list = await staff.get<Listed>(`/api/geo/candidates?datasetKey=${datasetKey}&limit=50`);
      return list.pagination.total === count && list.data.some(({ score }) => score !== null) && list;
    },
    60_000,
  );

describe('an option with a time', () => {
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

describe('rejects an unknown name or value', () => {
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

describe('prints a message for an empty list', () => {
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

describe('versions', () => {
  const versions = (...args: string[]) => landline('versions', ...args);
  const versionsJson = (...args: string[]) => json('versions', ...args, '--json');

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
    const emergency = await versionsJson('snapshot', '--emergency');
    expect(emergency).toMatchObject({
      success: true,
      version_name: expect.stringMatching(/^emergency-\d{4}-/),
    });

    const listed = await versionsJson('list');
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
});

describe('audit', () => {
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

describe('scoring', () => {
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
  });

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

describe('backup', () => {
  const file = () => path.join(dir, 'landline.backup');

  test('create and verify print the contents', async () => {
    const backup = await outputOf('backup', 'create', file());
    expect(backup).toMatch(/landline\.backup contains \d+ events up to position \d+, created \d{4}-/);
    const verified = await outputOf('backup', 'verify', file());
    expect(verified).toMatch(/landline\.backup is intact and contains \d+ events/);
    const { events, log } = await json('backup', 'verify', file(), '--json');
    expect(events).toBeGreaterThan(3);
    expect(log?.mismatch ?? null).toBeNull();
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

describe('datasets import', () => {
  test('reports imported and rejected rows, and the rows are scored', async () => {
    const file = path.join(dir, 'parcels.csv');
    const columns = 'apn,street_address,zip_code,units,parcel_area,open_area,open_ratio,building_area';
    const rows = ['1-00,1 Main St', '2-00,2 Main St', '1-00,3 Main St'].map(
      (parcel) => `${parcel},90250,2,12000,9000,0.75,3000`,
    );
    await writeFile(file, [columns, ...rows].join('\n'));
    const name = ['--name', 'Shell Properties', '--type', 'adu'];
    const first = await landline('datasets', 'import', '--key', 'shell', ...name, 'parcels.csv');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^shell: completed, 2 imported, 1 rejected \(landline\)\nRejected rows: http/,
    );
    const list = await waitForScoredCandidates('shell', 2);
    expect(list.data.map(({ apn }) => apn).toSorted()).toEqual(['1-00', '2-00']);
    const again = await json('datasets', 'import', '--key', 'shell', ...name, file, '--json');
    expect(again).toMatchObject({ status: 'completed', rejected: 1 });
    await waitForScoredCandidates('shell', 2);
  });

  test('names a missing file', async () => {
    const refused = await landline(
      'datasets',
      'import',
      '--key',
      'k',
      '--name',
      'n',
      '--type',
      'adu',
      'none.csv',
    );
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('none.csv');
    expect(refused.stderr).not.toContain('    at ');
  });

  test.skipIf(!existsSync(LEBANON))(`imports a real file (skipped without ${LEBANON})`, async () => {
    const command = ['--key', 'lebanon', '--name', 'Lebanon Properties', '--type', 'adu', LEBANON];
    expect(await outputOf('datasets', 'import', ...command)).toBe(
      'lebanon: completed, 5660 imported, 0 rejected (lebanon-nh)\n',
    );
    await waitForScoredCandidates('lebanon', 5_660);
  });
});

describe('events', () => {
  test('read prints the log or a stream, in either direction', async () => {
    const table = await outputOf('events', 'read', '--limit', '1');
    expect(table).toMatch(/^ +\d+ {2}\d{4}-\S+ {2}LogCreated {2}log-\S+@0\n {12}\{"log_id":/);
    const all = lines(await outputOf('events', 'read', '--limit', '3', '--json')).map((line) =>
      JSON.parse(line),
    );
    expect(all).toHaveLength(3);
    const [{ stream, position }] = all;
    const ofStream = await outputOf('events', 'read', '--stream', stream, '--backwards', '--json');
    expect(
      lines(ofStream)
        .map((line) => JSON.parse(line))
        .at(-1),
    ).toMatchObject({ type: 'LogCreated', position });
    const next = lines(await outputOf('events', 'read', '--from', all[1].position, '--limit', '1', '--json'));
    expect(JSON.parse(next[0] ?? '')).toEqual(all[1]);
    const backwards = await outputOf('events', 'read', '--from', all[2].position, '--backwards', '--json');
    expect(lines(backwards).map((line) => JSON.parse(line))).toEqual(all.toReversed());
  });

  test('tail prints new events until Ctrl-C', async () => {
    const child = spawn(process.execPath, [LANDLINE, 'events', 'tail', '--json'], {
      env: environmentOf(product),
      cwd: dir,
    });
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    try {
      let tries = 0;
      // The command prints nothing when it starts listening and does not print earlier events. Other processes append too.
      await until('the creation of a client is printed', async () => {
        const name = `tail-${tries++}`;
        await staff.command('POST', '/api/ai/clients', { name, primary_domain: `${name}.example` }, name);
        const complete = printed.slice(0, printed.lastIndexOf('\n') + 1);
        return complete !== '' && lines(complete).some((line) => JSON.parse(line).type === 'ClientCreated');
      });
      child.kill('SIGINT');
      expect(await exited).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('schemas writes one file per event type published to Kafka', async () => {
    expect(await outputOf('events', 'schemas', 'schemas')).toBe(
      `${(await readdir(path.join(dir, 'schemas'))).length} schemas written to ${path.join(dir, 'schemas')}\n`,
    );
    const schema = JSON.parse(
      await readFile(path.join(dir, 'schemas', 'PropertyClassified.v1.json'), 'utf8'),
    );
    expect(schema).toMatchObject({ properties: { type: { const: 'PropertyClassified' } } });
  });
});

describe('events verify', () => {
  test('prints how many events are anchored, and accepts the key that events key prints', async () => {
    await until('every event is anchored', async () => (await json('events', 'verify', '--json')).tail === 0);
    const words = await outputOf('events', 'verify');
    expect(words).toMatch(
      /^Read \d+ events in \d+\.\d s\n\d+ events match \d+ anchors?, the last from \d{4}-.*, root [0-9a-f]{64}/,
    );
    expect(words).toMatch(/\nEvery event is anchored\n$|\nNot anchored yet: \d+ events?\n/);
    const key = path.join(dir, 'anchor.pub.pem');
    await writeFile(key, await outputOf('events', 'key'));
    expect((await json('events', 'verify', '--json', '--as-reader', '--key', key)).mismatch).toBeNull();
  });

  test('names the changed event and fails', async () => {
    const database = new pg.Client({ connectionString: product.services.eventStoreDatabaseUrl });
    await database.connect();
    const flip = `UPDATE event_store.event SET encoded = set_byte(encoded, length(encoded) - 20, get_byte(encoded, length(encoded) - 20) # 1)
      WHERE stream = $1 AND revision = 0 RETURNING position`;
    const { rows } = await database.query<{ position: string }>(flip, [`client-${clientId}`]);
    try {
      const { code, stdout } = await landline('events', 'verify');
      expect(code).toBe(1);
      expect(stdout).toContain(
        `MISMATCH: position ${rows[0]?.position}, ClientCreated at client-${clientId}@0`,
      );
    } finally {
      await database.query(flip, [`client-${clientId}`]);
      await database.end();
    }
    expect((await landline('events', 'verify')).code).toBe(0);
  });
});

describe('demo seed', () => {
  test('creates what is missing and prints the same sign-ins each time', async () => {
    const first = await outputOf('demo', 'seed');
    expect(first).toMatch(/^\S.* +\S+@\S+ +\S+$/m);
    for (const key of ['hawthorne', 'beverly-hills', 'salt-lake-city', 'salt-lake-city-demo'])
      await waitForScoredCandidates(key, 2_000);
    expect(await outputOf('demo', 'seed')).toBe(first);
    const [, email = '', password = ''] = /(\S+@\S+) +(\S+)$/m.exec(first) ?? [];
    const response = await fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(response.status).toBe(200);
  });
});

describe('projections', () => {
  let database: pg.Client;
  beforeAll(async () => {
    database = new pg.Client({ connectionString: product.services.databaseUrl });
    await database.connect();
  });
  afterAll(() => database?.end());

  interface Status {
    name: string;
    live: { generation: number } | null;
    parked: number;
  }
  const status = async (name: string) =>
    ((await json('projections', 'status', '--json')) as Status[]).find(
      (projector) => projector.name === name,
    );

  test('status lists each read model, and rebuild replaces one', async () => {
    const [header, ...rows] = lines(await outputOf('projections', 'status'));
    expect(header?.split(/\s+/)).toEqual([
      ...['projector', 'version', 'generation', 'position', 'behind', 'rebuilding', 'parked'],
    ]);
    expect(rows.map((row) => row.split(/\s+/)[0])).toEqual(expect.arrayContaining(['clients', 'candidates']));
    const generation = (await status('clients'))?.live?.generation ?? 0;
    expect(await outputOf('projections', 'rebuild', 'clients')).toMatch(
      /^clients: generation \d+ is live\n$/,
    );
    expect((await status('clients'))?.live?.generation).toBeGreaterThan(generation);
    await database.query('DROP TABLE read.client');
    const incomplete = await landline('projections', 'status');
    expect(incomplete).toMatchObject({ code: 1, stdout: expect.stringContaining('clients') });
    expect(incomplete.stderr).toBe('clients is missing its table read.client; rebuild it\n');
    expect(await outputOf('projections', 'rebuild', 'clients')).toMatch(
      /^clients: generation \d+ is live\n$/,
    );
    expect((await database.query('SELECT FROM read.client')).rowCount).toBeGreaterThan(0);
    const recorded = await outputOf('events', 'read', '--stream', 'projection-clients', '--json');
    const rebuilds = lines(recorded)
      .map((line) => JSON.parse(line) as { type: string; metadata: { actor: object } })
      .filter(({ type }) => type === 'ProjectionRebuildRequested');
    expect(rebuilds).toHaveLength(2);
    expect(rebuilds[0]?.metadata.actor).toMatchObject({ role: 'SuperAdmin' });
    const refused = await landline('projections', 'rebuild', 'parcels');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^There is no projector parcels; the projectors are .*clients/);
  });

  test('replay-parked retries parked events, and skip-parked leaves one out', async () => {
    expect(await outputOf('projections', 'replay-parked')).toBe('No events are parked\n');
    await appendUnappliable(product.services.eventStoreUrl);
    await until('it is parked', async () => ((await status('notes'))?.parked ?? 0) > 0);
    expect(await json('projections', 'replay-parked', 'notes', '--json')).toEqual({ parked: 1 });
    expect(await outputOf('projections', 'replay-parked', 'notes')).toBe('1 event is still parked\n');
    expect(await outputOf('projections', 'replay-parked')).toMatch(/^\d+ events are still parked\n$/);
    const parked = await json('projections', 'parked', '--json');
    const { position } = parked.find(({ projector }: { projector: string }) => projector === 'notes');
    const skip = ['projections', 'skip-parked', 'notes', position, '--reason', 'Written by a test'];
    expect(await outputOf(...skip)).toBe('No events are parked\n');
    const recorded = await outputOf('events', 'read', '--stream', 'projection-notes', '--json');
    expect(recorded).toContain('ParkedEventsReplayRequested');
    expect(recorded).toContain('Written by a test');
  });
});

describe('staff reset-password', () => {
  test('prints the new password even if the credentials file cannot be updated', async () => {
    const file = path.join(product.dataDir, 'superadmin.json');
    const credentials = await readFile(file, 'utf8');
    await writeFile(file, '{');
    const { code, stdout } = await landline('staff', 'reset-password', '--email', product.superAdmin.email);
    expect(code).toBe(1);
    const [email, password = ''] = stdout.trim().split('  ');
    expect(email).toBe(product.superAdmin.email);
    await signInTo(product.url, { email: product.superAdmin.email, password });

    await writeFile(file, credentials);
    const reset = await json('staff', 'reset-password', '--email', product.superAdmin.email, '--json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(reset);
    await signInTo(product.url, reset);
  });
});
