import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startApiOn, startTestApi } from '../testing/api.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';

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
