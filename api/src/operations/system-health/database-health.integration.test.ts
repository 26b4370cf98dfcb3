import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { streams } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { databaseHealth } from './contract.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess | undefined;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  token = (await api.signIn('SuperAdmin')).token;
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

async function health() {
  const { status, body } = await api.call('GET', '/api/admin/database-health', { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return databaseHealth.parse(body).data;
}
const waitUntilCaughtUp = () =>
  eventually('every read model has caught up', async () => {
    const data = await health();
    const caughtUp = data.projections.every(({ live }) => live !== null && live.position === live.head);
    return caughtUp && data.projections.length > 0 && data;
  });

test('shows requests, processes, the database and the catch-up of each read model to a SuperAdmin', async () => {
  const { database, ...data } = await waitUntilCaughtUp();
  expect(data.projections.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['clients', 'staff', 'datasets', 'candidates']),
  );
  // Health is sampled, so a lagging read model may have caught up since.
  await eventually('no read model is behind', async () =>
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

test('shows read models as behind while the projections process is not running', async () => {
  await waitUntilCaughtUp();
  await projections?.stop();
  await api.signIn('Manager');
  const head = String(await api.head());
  const listed = await api.call('GET', '/api/admin/projections', { token });
  for (const { live } of [...(await health()).projections, ...listed.body.projectors]) {
    expect(live.head).toBe(head);
    expect(Number(live.position)).toBeLessThan(Number(head));
  }
  projections = await startProcess('projections', api.services);
  await waitUntilCaughtUp();
});

test('counts requests by kind and alerts on a silent process', async () => {
  const before = (await health()).performance;
  await api.call('GET', '/api/health');
  await api.call('POST', '/api/ai/scraping/discover/nobody', { token });
  const { performance } = await health();
  expect(performance.request_counts.health).toBe(before.request_counts.health + 1);
  expect(performance.request_counts.discover).toBe(before.request_counts.discover + 1);
  expect(performance.total_requests).toBeGreaterThanOrEqual(before.total_requests + 2);
  expect(performance.avg_response_time_ms).toBeGreaterThan(0);
  await api.ports.pg.query(`
    INSERT INTO api.process (host, pid, name, started_at, reported_at, heap_used, heap_total, rss, cpu)
    VALUES ('elsewhere', 7, 'worker', now() - interval '1 hour', now() - interval '1 minute', 1048576, 2097152, 4194304, 0.5)`);
  const silent = await health();
  expect(silent.processes.find(({ pid }) => pid === 7)).toMatchObject({
    name: 'worker',
    uptime: 3_540,
    cpuPercent: 50,
    memory: { heapUsed: 1, heapTotal: 2, rss: 4 },
    reporting: false,
  });
  expect(silent.status).toBe('critical');
  expect(silent.alerts[0]).toMatchObject({ level: 'critical', message: 'worker is not running' });
  expect(silent.alerts).toContainEqual(
    expect.objectContaining({
      level: 'critical',
      message: 'worker (process 7 on elsewhere) has stopped reporting',
    }),
  );
  await api.ports.pg.query('DELETE FROM api.process');
});

test('skips a parked event with a reason, and rejects reads that need a parked event', async () => {
  const stream = `staffUser-${randomUUID()}`;
  const broken = () => jsonEvent({ id: randomUUID(), type: 'StaffUserDeactivated', data: {} });
  await api.ports.eventStore.client.appendToStream(stream, [broken(), broken()]);
  const parked = await eventually('the events are parked', async () => {
    const found = (await health()).parkedEvents.filter((event) => event.stream === stream);
    return found.filter(({ projector }) => projector === 'staff').length === 2 && found;
  });
  const [first, second] = parked
    .filter(({ projector }) => projector === 'staff')
    .map(({ position }) => position);
  const read = (position: string | undefined) =>
    api.call('GET', '/api/system-stats', {
      token,
      headers: { 'X-Min-Position': `${api.ports.logId}:${position}` },
    });
  for (const position of [first, second])
    expect(await read(position)).toMatchObject({ status: 409, body: { code: 'EVENT_PARKED' } });
  expect((await read(String(await api.head()))).status).toBe(409);
  await api.signIn('Manager');
  expect((await read(String(await api.head()))).status).toBe(200);

  const skip = (position: string | undefined, reason = 'Written by a test', callerToken = token) =>
    api.call('POST', '/api/admin/projections/staff/skip', { token: callerToken, body: { position, reason } });
  expect(await skip(second)).toMatchObject({ status: 409, body: { code: 'EARLIER_EVENT_PARKED' } });
  expect(await skip('1')).toMatchObject({ status: 404, body: { code: 'EVENT_NOT_PARKED' } });
  expect((await skip(first, ' ')).status).toBe(400);
  expect((await skip(first, 'Mine', (await api.signIn('Admin')).token)).status).toBe(403);
  for (const position of [first, second]) {
    expect(await skip(position)).toMatchObject({ status: 200, body: { success: true } });
    await eventually('the event is no longer parked', async () =>
      (await health()).parkedEvents.every(
        (event) => event.projector !== 'staff' || event.position !== position,
      ),
    );
  }
  expect((await read(first)).status).toBe(200);
  expect(await api.eventsOf(streams.projection('staff'))).toContainEqual(
    expect.objectContaining({
      type: 'ParkedEventSkipped',
      data: { projector: 'staff', position: first, reason: 'Written by a test' },
    }),
  );
});

test('shows a parked event and records its retry and a rebuild', async () => {
  const broken = jsonEvent({ id: randomUUID(), type: 'StaffUserDeactivated', data: {} });
  await api.ports.eventStore.client.appendToStream(`staffUser-${randomUUID()}`, broken);
  const parked = await eventually('the event is parked', async () => {
    const { parkedEvents, projections: all, alerts } = await health();
    return parkedEvents.find(({ projector }) => projector === 'staff') && { parkedEvents, all, alerts };
  });
  expect(parked.parkedEvents[0]).toMatchObject({ type: 'StaffUserDeactivated', attempts: 1 });
  expect(parked.alerts[0]).toMatchObject({ level: 'critical' });

  const command = (path: string, callerToken = token) =>
    api.call('POST', `/api/admin/projections/${path}`, { token: callerToken });
  expect(await command('staff/replay')).toMatchObject({
    status: 200,
    body: { success: true, message: 'Retrying the parked events of staff' },
  });
  await eventually('the event was retried', async () =>
    (await health()).parkedEvents.some(({ projector, attempts }) => projector === 'staff' && attempts === 2),
  );
  const generation = async () =>
    (await api.ports.pg.query(`SELECT live_generation FROM read.projector WHERE name = 'clients'`)).rows[0]
      .live_generation;
  const before = await generation();
  expect(await command('clients/rebuild')).toMatchObject({
    status: 200,
    body: { message: 'clients is being rebuilt' },
  });
  await eventually('the next generation is live', async () => (await generation()) > before);

  expect((await command('nobody/rebuild')).status).toBe(404);
  const admin = (await api.signIn('Admin')).token;
  expect((await command('clients/rebuild', admin)).status).toBe(403);
  expect((await command('staff/replay', admin)).status).toBe(403);
  const types = await Promise.all(['staff', 'clients'].map((name) => api.typesOf(streams.projection(name))));
  expect(types.flat().filter((type) => type !== 'ParkedEventSkipped')).toEqual([
    'ParkedEventsReplayRequested',
    'ProjectionRebuildRequested',
  ]);
});
