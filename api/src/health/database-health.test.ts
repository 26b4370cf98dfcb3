import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi } from '../testing/api.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';
import { databaseHealth } from './contract.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: Sibling | undefined;
let engine: Sibling | undefined;
let token: string;
beforeAll(async () => {
  api = await startTestApi({ variables: { READY_LAG_MS: '500' } });
  [projections, engine] = await Promise.all([
    startSibling('projections', api.services),
    startSibling('scoring-engine', api.services),
  ]);
  token = (await api.signIn('SuperAdmin')).token;
});
afterAll(async () => {
  await Promise.all([projections?.stop(), engine?.stop()]);
  await api?.stopAll();
});

async function health() {
  const { status, body } = await api.call('GET', '/api/admin/database-health', { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return databaseHealth.parse(body).data;
}
const upToDate = () =>
  eventually('every read model has caught up', async () => {
    const data = await health();
    const caughtUp = data.projections.every(({ live }) => live !== null && live.position === live.head);
    return caughtUp && data.projections.length > 0 && data;
  });

test('a SuperAdmin sees requests, processes, the database, and each read model catch up', async () => {
  const { database, ...data } = await upToDate();
  expect(data.projections.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['clients', 'staff', 'datasets', 'candidates']),
  );
  // Looked at now and then: what was behind then may have caught up since.
  await eventually('none is behind', async () =>
    (await health()).projections.every(({ lagSeconds }) => lagSeconds === 0),
  );
  expect(data.parkedEvents).toEqual([]);
  expect(database.bytes).toBeGreaterThan(0);
  expect(database.connections).toBeGreaterThan(0);
  expect(database.connections).toBeLessThan(database.maxConnections);
  expect(database.cacheHitRate).toBeGreaterThan(0);
  expect(database.commits).toBeGreaterThan(0);
  expect(database.uptime).toBeGreaterThanOrEqual(0);
  expect(database.largestTables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(api|read)\./)]),
  );
  expect(data.resources.pid).toBe(process.pid);
  expect(data.resources.memory.heapUsed).toBeGreaterThan(0);
  expect(data.uptime).toBeGreaterThan(0);
});

test('requests are counted by what they are, and a process that has gone silent is named', async () => {
  const before = (await health()).performance;
  await api.call('GET', '/api/health');
  await api.call('POST', '/api/ai/scraping/discover/nobody', { token });
  const { performance } = await health();
  expect(performance.request_counts.health).toBe(before.request_counts.health + 1);
  expect(performance.request_counts.discover).toBe(before.request_counts.discover + 1);
  expect(performance.total_requests).toBeGreaterThanOrEqual(before.total_requests + 3);
  expect(performance.avg_response_time_ms).toBeGreaterThan(0);
  await api.deps.pg.query(`
    INSERT INTO api.process (host, pid, name, started_at, reported_at, heap_used, heap_total, rss, cpu)
    VALUES ('elsewhere', 7, 'worker', now() - interval '1 hour', now() - interval '1 minute', 1048576, 2097152, 4194304, 0.5)`);
  const silent = await health();
  expect(silent.processes).toMatchObject([
    { name: 'worker', uptime: 3_540, cpuPercent: 50, memory: { heapUsed: 1, heapTotal: 2, rss: 4 } },
  ]);
  expect(silent.status).toBe('critical');
  expect(silent.alerts).toMatchObject([{ level: 'critical', message: 'worker (7) says nothing any more' }]);
  await api.deps.pg.query('DELETE FROM api.process');
});

test('a parked event shows, is tried again, and a read model is built anew: each by a SuperAdmin, and on record', async () => {
  const broken = jsonEvent({ id: randomUUID(), type: 'StaffUserDeactivated', data: {} });
  await api.deps.eventStore.client.appendToStream(`staffUser-${randomUUID()}`, broken);
  const parked = await eventually('it is parked', async () => {
    const { parkedEvents, projections: all, alerts } = await health();
    return parkedEvents.find(({ projector }) => projector === 'staff') && { parkedEvents, all, alerts };
  });
  expect(parked.parkedEvents[0]).toMatchObject({ type: 'StaffUserDeactivated', attempts: 1 });
  expect(parked.alerts[0]).toMatchObject({ level: 'critical' });

  const command = (what: string, as = token) =>
    api.call('POST', `/api/admin/projections/${what}`, { token: as });
  expect(await command('staff/replay')).toMatchObject({
    status: 200,
    body: { success: true, message: 'The parked events of staff are tried again' },
  });
  await eventually('it was tried again', async () =>
    (await health()).parkedEvents.some(({ projector, attempts }) => projector === 'staff' && attempts === 2),
  );
  const generation = async () =>
    (await api.deps.pg.query(`SELECT live_generation FROM read.projector WHERE name = 'clients'`)).rows[0]
      .live_generation;
  const before = await generation();
  expect(await command('clients/rebuild')).toMatchObject({
    status: 200,
    body: { message: 'clients is being rebuilt' },
  });
  await eventually('another one serves', async () => (await generation()) > before);

  expect((await command('nobody/rebuild')).status).toBe(404);
  const admin = (await api.signIn('Admin')).token;
  expect((await command('clients/rebuild', admin)).status).toBe(403);
  expect((await command('staff/replay', admin)).status).toBe(403);
  const asked: unknown[] = [];
  for (const name of ['staff', 'clients'])
    await api.deps.eventStore.read(`projection-${name}`, ({ type }) => asked.push(type));
  expect(asked).toEqual(['ParkedEventsReplayRequested', 'ProjectionRebuildRequested']);
});

test('while a read model is far behind nothing is ready, and who has seen more is told so honestly', async () => {
  await upToDate();
  expect(await api.call('GET', '/api/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  await projections?.stop();
  await api.signIn('ClientUser');
  const refused = await eventually('it is not ready any more', async () => {
    const answer = await api.call('GET', '/api/ready');
    return answer.status === 503 && answer;
  });
  expect(refused.headers.get('Retry-After')).toBe('1');
  expect(refused.body.code).toBe('NOT_READY');
  expect(refused.body.details).toContainEqual({ readModel: 'clients', lagSeconds: expect.any(Number) });
  // It answers all the same: what starts it waits for no more.
  expect((await api.call('GET', '/api/health')).status).toBe(200);

  const headers = { 'X-Min-Position': `${api.deps.logId}:${await api.head()}` };
  const behind = await api.call('GET', '/api/client-admin/get-all-clients', { token, headers });
  expect(behind).toMatchObject({ status: 503, body: { code: 'READ_MODEL_BEHIND' } });
  expect(Number(behind.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await api.call('GET', '/api/client-admin/get-all-clients', { token })).status).toBe(200);

  projections = await startSibling('projections', api.services);
  await eventually('it is ready again', async () => (await api.call('GET', '/api/ready')).status === 200);
  expect((await api.call('GET', '/api/client-admin/get-all-clients', { token, headers })).status).toBe(200);
});

test('while the scores are far behind nothing is ready either; before there were any, nothing waits for them', {
  timeout: 90_000,
}, async () => {
  const readiness = async () => (await api.call('GET', '/api/ready')).status;
  await eventually('it is ready', async () => (await readiness()) === 200);
  await engine?.stop();
  await api.signIn('ClientUser');
  const refused = await eventually('it is not ready any more', async () => {
    const answer = await api.call('GET', '/api/ready');
    return answer.status === 503 && answer.body.code === 'NOT_READY' && answer;
  });
  expect(refused.body.details).toContainEqual({ readModel: 'scores', lagSeconds: expect.any(Number) });
  await upToDate();
  // As on a database on which no engine has been active yet.
  await api.deps.pg.query('DELETE FROM scoring.checkpoint');
  expect(await readiness()).toBe(200);
  engine = await startSibling('scoring-engine', api.services);
  await eventually('the scores are up to date', async () => {
    const { rows } = await api.deps.pg.query('SELECT position FROM scoring.checkpoint');
    return rows[0] !== undefined && BigInt(rows[0].position) >= (await api.head());
  });
  await eventually('it is ready', async () => (await readiness()) === 200);
});
