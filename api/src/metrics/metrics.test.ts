import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SYSTEM } from '@landline/event-schemas';
import { holdRuns } from '@landline/infra/testing/hold-runs';
import { takePlace } from '@landline/projections/relay/place';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projection } from '../health/projection.ts';
import { eventually, startApiOn, startTestApi } from '../testing/api.ts';
import { importDataset, scored } from '../testing/datasets.ts';
import { freePort, type Sibling, startSibling } from '../testing/processes.ts';
import { DATASET, parcels } from '../testing/testville.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let siblings: Sibling[] = [];
beforeAll(async () => {
  api = await startTestApi();
  siblings = await Promise.all([
    startSibling('projections', api.services),
    startSibling('scoring-engine', api.services),
  ]);
});
afterAll(async () => {
  await Promise.all(siblings.map((sibling) => sibling.stop()));
  await api?.stopAll();
});

const collect = (headers: Record<string, string> = {}) => fetch(new URL('/metrics', api.url), { headers });

/** The value of a line that begins so. */
async function measured(line: string): Promise<number> {
  const text = await (await collect()).text();
  const found = text.split('\n').find((each) => each.startsWith(line));
  return found === undefined ? Number.NaN : Number(found.slice(found.lastIndexOf(' ')));
}

test('requests are counted by their routes, and appends are timed', async () => {
  const answered = await collect();
  expect(answered.status).toBe(200);
  expect(answered.headers.get('Content-Type')).toContain('text/plain');
  const ofThis = 'landline_http_request_seconds_count{method="GET",route="/metrics",status="200"}';
  const before = await measured(ofThis);
  const appends = await measured('landline_append_seconds_count');
  await api.signIn('SuperAdmin');
  expect(await measured(ofThis)).toBe(before + 2);
  expect(await measured('landline_append_seconds_count')).toBeGreaterThan(appends);
});

test('a read model that stands still is told by its lag, in events and in seconds', async () => {
  const lag = (unit: string) => measured(`landline_projection_lag_${unit}{projector="clients"}`);
  await eventually('the projections have caught up', async () => (await lag('events')) === 0);
  expect(await lag('seconds')).toBe(0);
  await siblings[0]?.stop();
  await api.signIn('ClientUser');
  await eventually('seconds pass', async () => (await lag('seconds')) > 1);
  expect(await lag('events')).toBeGreaterThan(0);
  siblings[0] = await startSibling('projections', api.services);
  await eventually('they have caught up again', async () => (await lag('events')) === 0);
  expect(await measured('landline_projection_parked_events{projector="clients"}')).toBe(0);
  expect(await measured('landline_queue_depth{queue="jobs"}')).toBeGreaterThanOrEqual(0);
});

test('scores and the relay are told by their lag like read models, also while an engine is busy', {
  timeout: 90_000,
}, async () => {
  const lag = (follower: string, unit = 'events') =>
    measured(`landline_projection_lag_${unit}{projector="${follower}"}`);
  expect(await lag('relay')).toBeNaN();
  await importDataset(api, DATASET, parcels);
  const { token } = await api.signIn('SuperAdmin');
  await scored(api, DATASET, token);
  const runIsAt = async (state: string) => {
    const { rows } = await api.deps.pg.query('SELECT 1 FROM scoring.run WHERE state = $1', [state]);
    return rows.length > 0;
  };
  await holdRuns(api.services.databaseUrl, async () => {
    await api.call('POST', '/api/geo/scoring/rescore', { token, body: { datasetKey: DATASET } });
    await eventually('it is busy', () => runIsAt('writing'));
    await api.signIn('ClientUser');
    await eventually('the scores follow', async () => (await lag('scores')) === 0);
    expect(await lag('scores', 'seconds')).toBe(0);
  });
  await siblings[1]?.stop();
  await api.signIn('ClientUser');
  await eventually('seconds pass', async () => (await lag('scores', 'seconds')) > 1);
  expect(await lag('scores')).toBeGreaterThan(0);
  siblings[1] = await startSibling('scoring-engine', api.services);
  await eventually('they have caught up again', async () => (await lag('scores')) === 0);

  const place = await takePlace(api.services.databaseUrl, new AbortController().signal);
  await place.move(api.deps.logId, 0n);
  expect(await lag('relay')).toBeGreaterThan(0);
  expect(await lag('relay', 'seconds')).toBeGreaterThan(0);
  await place.move(api.deps.logId, await api.head());
  expect(await lag('relay')).toBe(0);
  await place.release();
});

test('commands that meet are counted, and so are rows that are scored again', async () => {
  const conflicts = (outcome: string) => measured(`landline_command_conflicts_total{outcome="${outcome}"}`);
  const [again, refused] = [(await conflicts('decided_again')) || 0, (await conflicts('refused')) || 0];
  const stream = `test-${randomUUID()}`;
  const command = { type: 'rebuild' as const, projector: 'clients' };
  const all = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      api.deps.commands.execute(projection, {
        stream,
        command,
        actor: SYSTEM,
        correlationId: randomUUID(),
      }),
    ),
  );
  const given = all.filter(({ status }) => status === 'rejected').length;
  expect(given).toBeGreaterThan(0);
  expect(await conflicts('refused')).toBe(refused + given);
  expect(await conflicts('decided_again')).toBeGreaterThanOrEqual(again + 3 * given);
  const rows = `landline_rescoring_rows_per_second{dataset="${DATASET}",scope="everyone"}`;
  await eventually('rows are counted', async () => (await measured(rows)) > 0);
});

test('what the worker appends is counted by the worker, and shown to whom the api shows its own', async () => {
  const METRICS_PORT = String(await freePort());
  const address = `http://127.0.0.1:${METRICS_PORT}`;
  const worker = await startSibling('worker', api.services, { METRICS_PORT });
  try {
    const answered = await fetch(`${address}/metrics`);
    expect(answered.status).toBe(200);
    expect(answered.headers.get('Content-Type')).toContain('text/plain');
    // Its release, and the price list.
    expect(await answered.text()).toMatch(/^landline_append_seconds_count [1-9]/m);
    expect((await fetch(`${address}/metrics`, { headers: { 'X-Forwarded-For': '127.0.0.1' } })).status).toBe(
      403,
    );
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(address)).status).toBe(404);
  } finally {
    await worker.stop();
  }
});

test('what the dashboard draws and the alerts watch is collected', async () => {
  const text = await (await collect()).text();
  const collected = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const drawn = await readFile(
    new URL('../../../infra/containers/grafana/landline.json', import.meta.url),
    'utf8',
  );
  const watched = await readFile(new URL('../../../infra/containers/alerts.yml', import.meta.url), 'utf8');
  const names = new Set(`${drawn}${watched}`.match(/\b(?:landline|nodejs|process)_[a-z0-9_]+/g));
  expect(names.size).toBeGreaterThan(9);
  for (const name of names) expect(collected).toContain(name.replace(/_(?:bucket|count|sum)$/, ''));
});

test('without a token only this machine may collect, with one only who shows it', async () => {
  expect((await collect({ 'X-Forwarded-For': '127.0.0.1' })).status).toBe(403);
  const token = 'sixteen-characters-or-more';
  const guarded = await startApiOn(api.services, { variables: { METRICS_TOKEN: token } });
  try {
    const statusFor = async (Authorization: string) =>
      (await fetch(new URL('/metrics', guarded.url), { headers: { Authorization } })).status;
    expect(await statusFor(`Bearer ${token}`)).toBe(200);
    expect(await statusFor('Bearer another-token-entirely')).toBe(403);
    expect((await fetch(new URL('/metrics', guarded.url))).status).toBe(403);
  } finally {
    await guarded.stop();
  }
});
