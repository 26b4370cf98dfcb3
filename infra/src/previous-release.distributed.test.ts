import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { importFile } from '@landline/api/property/imports/import-client';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from './supervisor/instance.ts';
import { logUpTo, sqlOn } from './testing/database-contents.ts';
import { type Caller, signInTo, tokenOf } from './testing/http.ts';
import { type Product, startProduct } from './testing/product.ts';

/** Commit of the release that operators upgrade from; update it with each release. */
const PREVIOUS_RELEASE = '80ae7e9efee9262cf9bbae179bc55202b5b5ddbe';
const DATASET = 'upgrade';
const POLL_OPTIONS = { timeout: 60_000, interval: 250 };

const run = promisify(execFile);
const isInHistory = await run('git', ['rev-parse', '--verify', `${PREVIOUS_RELEASE}^{commit}`], {
  cwd: ROOT,
}).then(
  () => true,
  () => false,
);

let checkout: string | undefined;
let product: Product | undefined;
afterAll(async () => {
  await product?.dispose();
  if (checkout !== undefined) await rm(checkout, { recursive: true, force: true });
});

test('data of the previous release keeps its log, scores and links', { timeout: 600_000 }, async ({
  skip,
}) => {
  if (!isInHistory)
    skip(`This clone does not reach ${PREVIOUS_RELEASE}; run "git fetch --unshallow" to test the upgrade`);
  checkout = await installCommit(PREVIOUS_RELEASE);
  const env = { DEMO_DATA: 'off' };
  product = await startProduct({ root: checkout, env });
  const { dataDir } = product;
  const before = await signInTo(product.url, product.superAdmin);
  await importParcels(product);
  await classify(before, 'good', 0);
  await classify(before, 'bad', 1);
  const { email, link } = await invite(before);
  await waitUntilScoresVerified(checkout, dataDir);
  const candidates = await candidatesOf(before);
  const head = await headOf(product);
  const log = await logUpTo(logUrl(product), head);
  await product.kill('SIGTERM');

  product = await startProduct({ dataDir, env });
  const after = await signInTo(product.url, product.superAdmin);
  expect(await logUpTo(logUrl(product), head)).toEqual(log);
  expect(await landline(ROOT, dataDir, 'events', 'verify', '--json')).toMatchObject({ mismatch: null });
  await waitUntilScoresVerified(ROOT, dataDir);
  expect(await candidatesOf(after)).toEqual(candidates);
  await classify(after, 'bad', 2);
  await waitUntilScoresVerified(ROOT, dataDir);
  // The invitation was sent by the previous release.
  const password = 'Another-horse-22';
  const setup = { token: link, password, confirmPassword: password };
  expect((await after.command('POST', '/api/auth/complete-setup', setup, 'setup')).status).toBe(200);
  await tokenOf(product.url, { email, password });
});

/** Checks out a commit and installs its packages. */
async function installCommit(commit: string): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'landline-previous-release-'));
  await chmod(directory, 0o755); // PostgreSQL runs under another account when root starts it
  const archive = path.join(directory, 'tree.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT });
  await run('tar', ['-xf', archive, '-C', directory]);
  await rm(archive);
  await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: directory });
  return directory;
}

async function importParcels({ dataDir, url, superAdmin }: Product): Promise<void> {
  const file = path.join(dataDir, 'parcels.csv');
  const rows = Array.from(
    { length: 40 },
    (_, i) => `${i + 1}-00,${i + 1} Main St,${12_000 + 900 * i},${4 + i}`,
  );
  await writeFile(file, ['apn,street_address,parcel_area,units', ...rows].join('\n'));
  await importFile({
    baseUrl: url,
    token: await tokenOf(url, superAdmin),
    file,
    dataset_key: DATASET,
    dataset_name: 'Upgrade Properties',
    dataset_type: 'city',
    property_type: 'adu',
  });
}

interface Candidate {
  readonly id: string;
  readonly apn: string;
  readonly score: number | null;
  readonly manual_classification: string | null;
}

/** Returns the candidates by parcel number, with the score fields that users see. */
async function candidatesOf(caller: Caller): Promise<Candidate[]> {
  const { data } = await caller.get<{ data: Candidate[] }>(
    `/api/geo/candidates?datasetKey=${DATASET}&limit=100`,
  );
  expect(data).toHaveLength(40);
  return data
    .map(({ id, apn, score, manual_classification }) => ({ id, apn, score, manual_classification }))
    .sort((a, b) => a.apn.localeCompare(b.apn));
}

async function classify(caller: Caller, classification: 'good' | 'bad', nth: number): Promise<void> {
  const body = { candidateId: (await candidatesOf(caller))[nth]?.id, classification, notes: 'Seen on site' };
  const key = `classify-${nth}`;
  expect((await caller.command('POST', '/api/geo/training/classify', body, key)).status).toBe(200);
}

/** Invites a person and returns the token of the emailed link. */
async function invite(caller: Caller): Promise<{ email: string; link: string }> {
  const email = 'ada@example.com';
  const body = { firstName: 'Ada', lastName: 'Hill', email, role: 'Manager' };
  expect((await caller.command('POST', '/api/staff/invitations', body, 'invitation')).status).toBe(200);
  let link: string | undefined;
  await expect
    .poll(async () => {
      // The previous release calls the emails `mails`.
      const { mails } = await caller.get<{ mails: { to: string; text: string }[] }>('/api/dev/outbox');
      link = /[?&]token=([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1];
      return link;
    }, POLL_OPTIONS)
    .toBeDefined();
  return { email, link: link ?? '' };
}

/** Runs `landline` of a checkout and returns its JSON. */
async function landline(root: string, dataDir: string, ...args: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [path.join(root, 'infra/src/cli/landline.ts'), ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return JSON.parse(stdout);
}

/** Waits until the live scores match those recomputed from the log. */
async function waitUntilScoresVerified(root: string, dataDir: string): Promise<void> {
  const verify = () => landline(root, dataDir, 'scoring', 'verify', DATASET, '--json').catch(String);
  await expect.poll(verify, POLL_OPTIONS).toMatchObject({ agrees: true, count: 40 });
}

/** Returns the database of the embedded event store. */
const logUrl = ({ services }: Product): string => services.eventStoreDatabaseUrl ?? '';

async function headOf(running: Product): Promise<string> {
  const [row] = await sqlOn<{ head: string }>(
    logUrl(running),
    'SELECT max(position)::text AS head FROM event_store.event',
  );
  return row?.head ?? '';
}
