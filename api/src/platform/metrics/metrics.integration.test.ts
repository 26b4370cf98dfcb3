import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { jsonEvent } from '@eventstore/db-client';
import { SYSTEM, streams } from '@landline/event-schemas';
import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import { takeLeadership } from '@landline/projections/relay/leadership';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projection } from '../../operations/system-health/projection.ts';
import { eventually, startApiOn, startTestApi } from '../../testing/api.ts';
import { importDataset, waitUntilScored } from '../../testing/datasets.ts';
import { freePort, startProcess, type TestProcess } from '../../testing/processes.ts';
import { DATASET, parcels } from '../../testing/scored-dataset-environment.ts';
import { collectSystemMetrics } from './system-metrics.ts';

const TOKEN = 'sixteen-characters-or-more';

let api: Awaited<ReturnType<typeof startTestApi>>;
let processes: TestProcess[] = [];
beforeAll(async () => {
  api = await startTestApi({ variables: { METRICS_TOKEN: TOKEN } });
  processes = await Promise.all([
    startProcess('projections', api.services),
    startProcess('scoring-engine', api.services),
  ]);
});
afterAll(async () => {
  await Promise.all(processes.map((child) => child.stop()));
  await api?.stopAll();
});

const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` };
const collect = () => fetch(new URL('/metrics', api.url), { headers: AUTHORIZED });

/** Returns the value of the first metric line that starts with `line`; NaN if there is none. */
async function measured(line: string): Promise<number> {
  const text = await (await collect()).text();
  const found = text.split('\n').find((each) => each.startsWith(line));
  return found === undefined ? Number.NaN : Number(found.slice(found.lastIndexOf(' ')));
}

test('counts requests by route and times appends', async () => {
  const response = await collect();
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toContain('text/plain');
  const requestCount = 'landline_http_request_seconds_count{method="GET",route="/metrics",status="200"}';
  const before = await measured(requestCount);
  const appends = await measured('landline_append_seconds_count');
  await api.signIn('SuperAdmin');
  expect(await measured(requestCount)).toBe(before + 2);
  expect(await measured('landline_append_seconds_count')).toBeGreaterThan(appends);
});

test('reports the lag of a stopped read model in events and seconds', async () => {
  const lag = (unit: string) => measured(`landline_projection_lag_${unit}{projector="clients"}`);
  await eventually('the projections have caught up', async () => (await lag('events')) === 0);
  expect(await lag('seconds')).toBe(0);
  await processes[0]?.stop();
  await api.signIn('ClientUser');
  await eventually('the lag exceeds a second', async () => (await lag('seconds')) > 1);
  expect(await lag('events')).toBeGreaterThan(0);
  processes[0] = await startProcess('projections', api.services);
  await eventually('the read models have caught up', async () => (await lag('events')) === 0);
  expect(await measured('landline_projection_parked_events{projector="clients"}')).toBe(0);
  expect(await measured('landline_queue_depth{queue="jobs"}')).toBeGreaterThanOrEqual(0);
});

test('reports the lag of scores and relay while the engine is busy', async () => {
  const lag = (follower: string, unit = 'events') =>
    measured(`landline_projection_lag_${unit}{projector="${follower}"}`);
  expect(await lag('relay')).toBeNaN();
  await importDataset(api, DATASET, parcels);
  const { token } = await api.signIn('SuperAdmin');
  await waitUntilScored(api, DATASET, token);
  const runIsAt = async (state: string) => {
    const { rows } = await api.ports.pg.query('SELECT 1 FROM scoring.run WHERE state = $1', [state]);
    return rows.length > 0;
  };
  await blockRescoring(api.services.databaseUrl, async () => {
    await api.call('POST', '/api/geo/scoring/rescore', { token, body: { datasetKey: DATASET } });
    await eventually('the engine is busy', () => runIsAt('writing'));
    await api.signIn('ClientUser');
    await eventually('the scores have caught up', async () => (await lag('scores')) === 0);
    expect(await lag('scores', 'seconds')).toBe(0);
  });
  await processes[1]?.stop();
  await api.signIn('ClientUser');
  await eventually('the lag exceeds a second', async () => (await lag('scores', 'seconds')) > 1);
  expect(await lag('scores')).toBeGreaterThan(0);
  processes[1] = await startProcess('scoring-engine', api.services);
  await eventually('the read models have caught up', async () => (await lag('scores')) === 0);

  const relay = await takeLeadership(api.services.databaseUrl, new AbortController().signal);
  await relay.recordConsumerLag([{ group: 'crm', topic: 'landline.judgement', lag: 12 }]);
  expect(await measured('landline_kafka_consumer_lag{group="crm",topic="landline.judgement"}')).toBe(12);
  await relay.move(api.ports.logId, 0n);
  const reportRelay = (age: string) =>
    api.ports.pg.query(`
      INSERT INTO api.process (host, pid, name, started_at, reported_at, heap_used, heap_total, rss, cpu)
      VALUES ('here', 2, 'relay', now(), now() - interval '${age}', 1, 1, 1, 0)
      ON CONFLICT (host, pid) DO UPDATE SET reported_at = excluded.reported_at`);
  await reportRelay('2 hours');
  expect(await lag('relay')).toBeNaN(); // as after the removal of Kafka
  await reportRelay('1 minute');
  expect(await lag('relay')).toBeGreaterThan(0);
  expect(await lag('relay', 'seconds')).toBeGreaterThan(0);
  // The scoring engine may append the end of its run in between.
  await eventually('the relay has caught up', async () => {
    await relay.move(api.ports.logId, await api.head());
    return (await lag('relay')) === 0;
  });
  await relay.release();
});

test('counts command conflicts and rescored rows', async () => {
  const conflicts = (outcome: string) => measured(`landline_command_conflicts_total{outcome="${outcome}"}`);
  const [again, refused] = [(await conflicts('decided_again')) || 0, (await conflicts('refused')) || 0];
  const stream = `test-${randomUUID()}`;
  const command = { type: 'rebuild' as const, projector: 'clients' };
  const all = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      api.ports.commands.execute(projection, {
        stream,
        command,
        actor: SYSTEM,
        correlationId: randomUUID(),
      }),
    ),
  );
  const failed = all.filter(({ status }) => status === 'rejected').length;
  expect(failed).toBeGreaterThan(0);
  expect(await conflicts('refused')).toBe(refused + failed);
  expect(await conflicts('decided_again')).toBeGreaterThanOrEqual(again + 3 * failed);
  const rows = `landline_rescoring_rows_per_second{dataset="${DATASET}",scope="everyone"}`;
  await eventually('rows are counted', async () => (await measured(rows)) > 0);
  await api.ports.pg.query(`UPDATE scoring.run SET shares = '{"one:1": 3, "two:2": 1}'`);
  for (const [engine, share] of Object.entries({ 'one:1': 0.75, 'two:2': 0.25 }))
    expect(
      await measured(`landline_rescoring_share{dataset="${DATASET}",scope="everyone",engine="${engine}"}`),
    ).toBe(share);
});

test("serves the worker's metrics with the same access rules", async () => {
  const METRICS_PORT = String(await freePort());
  const address = `http://127.0.0.1:${METRICS_PORT}`;
  const worker = await startProcess('worker', api.services, { METRICS_PORT, METRICS_TOKEN: TOKEN });
  try {
    const response = await fetch(`${address}/metrics`, { headers: AUTHORIZED });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('text/plain');
    // The worker appends the release and the price list when it starts.
    expect(await response.text()).toMatch(/^landline_append_seconds_count [1-9]/m);
    expect((await fetch(`${address}/metrics`)).status).toBe(403);
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(address)).status).toBe(404);
  } finally {
    await worker.stop();
  }
});

test('exports every metric that the dashboard and the alerts use', async () => {
  const text = await (await collect()).text();
  const collected = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const dashboard = await readFile(
    new URL('../../../../infra/containers/grafana/landline.json', import.meta.url),
    'utf8',
  );
  const alerts = await readFile(new URL('../../../../infra/containers/alerts.yml', import.meta.url), 'utf8');
  const names = new Set(`${dashboard}${alerts}`.match(/\b(?:landline|nodejs|process)_[a-z0-9_]+/g));
  expect(names.size).toBeGreaterThan(9);
  for (const name of names) expect(collected).toContain(name.replace(/_(?:bucket|count|sum)$/, ''));
});

test('reports services, disk, processes, anchors and backups', async () => {
  for (const service of ['postgres', 'event-store'])
    expect(await measured(`landline_service_up{service="${service}"}`)).toBe(1);
  expect(await measured('landline_disk_bytes{kind="free"}')).toBeGreaterThan(0);
  expect(await measured('landline_postgres_max_connections')).toBeGreaterThan(
    await measured('landline_postgres_connections'),
  );
  await api.ports.pg.query(`INSERT INTO api.process (host, pid, name, started_at, reported_at, heap_used, heap_total, rss, cpu)
    VALUES ('here', 1, 'anchor', now(), now() - interval '2 minutes', 1, 1, 1, 0)`);
  const age = await measured('landline_process_report_age_seconds{process="anchor",host="here",pid="1"}');
  expect(age).toBeGreaterThanOrEqual(120);

  const unanchored = () => measured('landline_unanchored_seconds');
  await eventually('the first event has no anchor', async () => (await unanchored()) > 0);
  const position = String(await api.head());
  await api.ports.commands.append({
    stream: streams.anchors(),
    events: [
      {
        type: 'LogAnchored',
        data: {
          log_id: api.ports.logId,
          from: 0,
          size: 1,
          position,
          root: '',
          peaks: [],
          fingerprints: '',
          key_id: '',
          signature: '',
        },
      },
    ],
    expectedRevision: -1n,
    commandId: randomUUID(),
    actor: SYSTEM,
    correlationId: randomUUID(),
  });
  expect(await unanchored()).toBe(0);
  const { client } = api.ports.eventStore;
  // More than one page of events of a cluster, which anchors do not cover whatever their type.
  const statistics = () => jsonEvent({ id: randomUUID(), type: 'Statistics', data: {} });
  await client.appendToStream(`$stats-${randomUUID()}`, Array.from({ length: 200 }, statistics));
  expect(await unanchored()).toBe(0);
  await client.setStreamMetadata(`test-${randomUUID()}`, { owner: 'someone' });
  await eventually('the metadata of a stream has no anchor', async () => (await unanchored()) > 0);

  const backupAge = () => measured('landline_backup_age_seconds');
  const sinceCreation = await backupAge();
  expect(sinceCreation).toBeGreaterThan(0);
  await api.ports.pg.query('INSERT INTO api.backup (made_at) VALUES (now())');
  expect(await backupAge()).toBeLessThan(sinceCreation);
});

test('reports a service that does not respond, without metrics that depend on it', async () => {
  const unreachable = new pg.Pool({ connectionString: 'postgres://localhost:1/none' });
  const metrics = await (await collectSystemMetrics({ ...api.ports, pg: unreachable })).metrics();
  expect(metrics).toContain('landline_service_up{service="postgres"} 0');
  expect(metrics).toContain('landline_service_up{service="event-store"} 1');
  expect(metrics).not.toContain('landline_projection_lag_events');
  await unreachable.end();
});

test('requires the token, and rejects every request if no token is configured', async () => {
  const statusFor = async (url: string, headers: Record<string, string>) =>
    (await fetch(new URL('/metrics', url), { headers })).status;
  expect(await statusFor(api.url, AUTHORIZED)).toBe(200);
  expect(await statusFor(api.url, { Authorization: 'Bearer another-token-entirely' })).toBe(403);
  expect(await statusFor(api.url, {})).toBe(403);
  const open = await startApiOn(api.services);
  try {
    // A request without these headers may still come from a proxy on this machine.
    for (const headers of [{}, { 'X-Forwarded-For': '127.0.0.1' }, AUTHORIZED, { Authorization: 'Bearer ' }])
      expect(await statusFor(open.url, headers)).toBe(403);
  } finally {
    await open.stop();
  }
});
