import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendUnappliable } from '../testing/append-unappliable.ts';
import { cliFor, environmentOf, LANDLINE } from '../testing/cli.ts';
import { until } from '../testing/crashable-services.ts';
import { type Caller, signInTo } from '../testing/http.ts';
import { type Product, startProduct } from '../testing/product.ts';

const LEBANON = path.resolve(
  import.meta.dirname,
  '../../../../shared/data/parcels/lebanon_nh_parcels_2025.csv',
);

let product: Product;
let staff: Caller;
let database: pg.Client;
let dir: string;

beforeAll(async () => {
  product = await startProduct({ env: { DEMO_DATA: 'off' } });
  staff = await signInTo(product.url, product.superAdmin);
  database = new pg.Client({ connectionString: product.services.databaseUrl });
  await database.connect();
  dir = await mkdtemp(path.join(tmpdir(), 'landline-shell-'));
}, 180_000);
afterAll(async () => {
  await database?.end();
  await product?.dispose();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

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

describe('datasets import', { timeout: 120_000 }, () => {
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

describe('events', { timeout: 60_000 }, () => {
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
      // The command prints nothing when it starts listening and does not print earlier events.
      await until('an event is printed', async () => {
        const name = `tail-${tries++}`;
        await staff.command('POST', '/api/ai/clients', { name, primary_domain: `${name}.example` }, name);
        return printed.includes('\n');
      });
      expect(JSON.parse(lines(printed)[0] ?? '').stream).toMatch(/^(client|reservation)-/);
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

describe('events verify', { timeout: 120_000 }, () => {
  let clientId: string;
  beforeAll(async () => {
    const body = { name: 'Acme', primary_domain: 'acme.example' };
    const { responseBody } = await staff.command('POST', '/api/ai/clients', body, 'acme');
    clientId = (responseBody as { id: string }).id;
  });

  test('prints how many events are anchored, and accepts the key that events key prints', async () => {
    await until('every event is anchored', async () => (await json('events', 'verify', '--json')).tail === 0);
    const words = await outputOf('events', 'verify');
    expect(words).toMatch(
      /^Read \d+ events in \d+\.\d s\n\d+ events match \d+ anchors?, the last from \d{4}-.*, root [0-9a-f]{64}/,
    );
    expect(words).toMatch(/\nEvery event is anchored\n$|\nNot anchored yet: \d+ events?\n/);
    const key = path.join(dir, 'anchor.pub.pem');
    await writeFile(key, await outputOf('events', 'key'));
    expect((await json('events', 'verify', '--json', '--as-reader', '--key', key)).misfit).toBeNull();
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

describe('demo seed', { timeout: 180_000 }, () => {
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

describe('projections', { timeout: 60_000 }, () => {
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
