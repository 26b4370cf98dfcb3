import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findParked, parkedEvents, projectionStatus, replayParked, requestRebuild } from '../admin.ts';
import { migrate } from '../schema/migrate.ts';
import { startTestEnvironment, type TestEnvironment, until } from '../testing/test-environment.ts';
import { created, LIVE_VISITORS, visited, visitorProjector } from '../testing/visitor-projector.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterEach(() => environment.reset());
afterAll(() => environment.stop());

const visitors = async (...users: string[]) =>
  (await environment.pool.query(LIVE_VISITORS)).rows.filter(({ user_id }) => users.includes(user_id));
const waitForPosition = (position: bigint) =>
  until('the read model is up to date', async () => {
    const [status] = await projectionStatus(environment.pool);
    return status?.live && status.live.position >= position;
  });

test('parks an event that cannot be applied with the later ones of its stream; other streams continue', async () => {
  let rejected = 'a-2';
  await environment.run(visitorProjector({ reject: (session) => session === rejected }));
  await environment.append('clientUser-a', created('a'), visited('a', 'a-1'), visited('a', 'a-2'));
  await environment.append('clientUser-b', created('b'), visited('b', 'b-1'));
  await waitForPosition(await environment.append('clientUser-a', visited('a', 'a-3')));
  await waitForPosition(await environment.append('clientUser-b', visited('b', 'b-2')));
  expect(await visitors('a', 'b')).toMatchObject([
    { visits: 1, last_session: 'a-1' },
    { visits: 2, last_session: 'b-2' },
  ]);
  expect(await parkedEvents(environment.pool)).toMatchObject([
    { projector: 'visitors', stream: 'clientUser-a', revision: 2n, error: 'Rejected: a-2', attempts: 1 },
    { stream: 'clientUser-a', revision: 3n, error: 'An earlier event of its stream is parked' },
  ]);
  const [second] = environment.logLines.filter(
    ({ event, stream }) => event === 'projections.event_parked' && stream === 'clientUser-a',
  );
  const requests = environment.logLines.flatMap(({ event, correlationIds }) =>
    event === 'projections.projecting' ? correlationIds : [],
  );
  expect(second?.correlationId).toMatch(/^[0-9a-f-]{36}$/);
  expect(requests).toContain(second?.correlationId);

  await replayParked(environment.pool, 'visitors');
  await until('the event was retried', async () => (await parkedEvents(environment.pool))[0]?.attempts === 2);
  expect(await visitors('a')).toMatchObject([{ visits: 1 }]);

  rejected = '';
  await replayParked(environment.pool, 'visitors');
  await until('nothing is parked', async () => (await projectionStatus(environment.pool))[0]?.parked === 0);
  expect(await visitors('a')).toMatchObject([{ visits: 3, last_session: 'a-3' }]);
  await waitForPosition(await environment.append('clientUser-a', visited('a', 'a-4')));
  expect(await visitors('a')).toMatchObject([{ visits: 4, last_session: 'a-4' }]);
});

test('isolates the event of a batch that the database rejects', async () => {
  const users = Array.from({ length: 40 }, (_, index) => `user-${index}`);
  const tooLong = created(randomBytes(5_000).toString('hex')); // too long for the primary key index
  let position = -1n;
  for (const user of users) {
    const stream = `clientUser-${user}`;
    await environment.append(stream, created(user), visited(user, 'one'));
    // appendRaw skips the limit on keys, which older events may exceed.
    position =
      user === 'user-23'
        ? await environment.appendRaw(stream, tooLong.type, tooLong.data)
        : await environment.append(stream, visited(user, 'two'));
  }
  await environment.run(visitorProjector());
  await waitForPosition(position);
  await waitForPosition(await environment.append('clientUser-user-23', visited('user-23', 'later')));
  const rows = await visitors(...users);
  expect(rows).toHaveLength(40);
  for (const { user_id, visits } of rows) expect(visits, user_id).toBe(user_id === 'user-23' ? 1 : 2);
  expect(
    (await parkedEvents(environment.pool)).filter(({ stream }) => stream === 'clientUser-user-23'),
  ).toMatchObject([{ revision: 2n, error: expect.stringContaining('index row') }, { revision: 3n }]);
});

test('replaces NUL in an event that was written before NUL was rejected', async () => {
  await environment.run(visitorProjector());
  await waitForPosition(await environment.append('clientUser-nul', created('nul')));
  const { type, data } = visited('nul', 'a\0b');
  await waitForPosition(await environment.appendRaw('clientUser-nul', type, data));
  expect(await visitors('nul')).toMatchObject([{ last_session: 'a\ufffdb' }]);
});

test('parks events of a newer build and broken events', async () => {
  await environment.appendRaw('clientUser-new', 'ClientUserCreated', created('new').data, {
    schemaVersion: 99,
  });
  const position = await environment.appendRaw('clientUser-broken', 'ClientUserSignedIn', {});
  await environment.run(visitorProjector());
  await waitForPosition(position);
  const parked = await parkedEvents(environment.pool);
  expect(parked.find(({ stream }) => stream === 'clientUser-new')?.error).toContain('schema version 99');
  expect(parked.find(({ stream }) => stream === 'clientUser-broken')?.error).toContain('user_id');
});

test('survives a database failure without parking events or delaying other projectors', async () => {
  const other = { ...visitorProjector({ name: 'other' }), tables: [], on: { ClientCreated: () => [] } };
  await environment.run(visitorProjector(), other);
  await waitForPosition(await environment.append('clientUser-w', created('w')));
  await environment.pool.query('ALTER TABLE read.visitor RENAME TO away');
  const position = await environment.append('clientUser-w', visited('w', 'w-1'));
  const later = await environment.append('clientUser-w', visited('w', 'w-2'));
  await until('the other projector continues', async () => {
    const other = (await projectionStatus(environment.pool)).find(({ name }) => name === 'other');
    return other?.live && other.live.position >= later;
  });
  const stuck = (await projectionStatus(environment.pool)).find(({ name }) => name === 'visitors');
  expect(stuck?.live?.position).toBeLessThan(position);
  await environment.pool.query('ALTER TABLE read.away RENAME TO visitor');
  await until('the failed projector continues', async () => (await visitors('w'))[0]?.visits === 2);
  expect((await parkedEvents(environment.pool)).filter(({ stream }) => stream === 'clientUser-w')).toEqual(
    [],
  );
});

test('skips an event with a reason, applies the later ones of its stream, and skips it again in a rebuild', async () => {
  await environment.run(visitorProjector({ reject: (session) => session === 's-2' }));
  const sessions = ['s-1', 's-2', 's-3'].map((session) => visited('s', session));
  await waitForPosition(await environment.append('clientUser-s', created('s'), ...sessions));
  const [first] = (await parkedEvents(environment.pool)).filter(({ stream }) => stream === 'clientUser-s');
  const position = first?.position ?? -1n;
  expect(await findParked(environment.pool, 'visitors', position)).toMatchObject({ isFirst: true });
  const data = { projector: 'visitors', position: String(position), reason: 'Not a visit' };
  await environment.append('projection-visitors', { type: 'ParkedEventSkipped', data });
  await replayParked(environment.pool, 'visitors');
  const isClear = async () =>
    (await parkedEvents(environment.pool)).every(({ stream }) => stream !== 'clientUser-s');
  await until('its stream is no longer parked', isClear);
  expect(await visitors('s')).toMatchObject([{ visits: 2, last_session: 's-3' }]);
  await waitForPosition(await environment.append('clientUser-s', visited('s', 's-4')));
  expect(await visitors('s')).toMatchObject([{ visits: 3, last_session: 's-4' }]);

  await requestRebuild(environment.pool, 'visitors');
  await until(
    'the read model is rebuilt',
    async () => (await projectionStatus(environment.pool))[0]?.live?.generation === 2,
  );
  expect(await isClear()).toBe(true);
  expect(await visitors('s')).toMatchObject([{ visits: 3, last_session: 's-4' }]);
});

test('reports no event as parked that a finished replay has applied', async () => {
  await environment.run(visitorProjector({ reject: (session) => session === 'r-1' }));
  await waitForPosition(await environment.append('clientUser-r', created('r'), visited('r', 'r-1')));
  const replay = await environment.pool.connect();
  try {
    await replay.query('BEGIN; LOCK TABLE read.projector_request IN ACCESS EXCLUSIVE MODE');
    const status = projectionStatus(environment.pool);
    const waiting = `SELECT FROM pg_locks WHERE relation = 'read.projector_request'::regclass AND NOT granted`;
    await until('the status waits', async () => (await environment.pool.query(waiting)).rows.length > 0);
    await replay.query('DELETE FROM read.parked_event; COMMIT');
    expect(await status).toMatchObject([{ parked: 0, requests: [] }]);
  } finally {
    replay.release();
  }
});

test('rejects requests for an unknown projector', async () => {
  await migrate(environment.databaseUrl, [visitorProjector()]);
  await expect(requestRebuild(environment.pool, 'visitors')).rejects.toThrow(
    'Projector visitors has not run on this database',
  );
});
