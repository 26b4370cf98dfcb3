import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parkedEvents, projectionStatus, replayParked, UnknownProjectorError } from '../admin.ts';
import { type House, startHouse, until } from '../testing/house.ts';
import { created, LIVE_VISITORS, tally, visited } from '../testing/tally.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterEach(() => house.reset());
afterAll(() => house.stop());

const visitors = async (...users: string[]) =>
  (await house.pool.query(LIVE_VISITORS)).rows.filter(({ user_id }) => users.includes(user_id));
const passed = (position: bigint) =>
  until('the read model is up to date', async () => {
    const [status] = await projectionStatus(house.pool);
    return status?.live && status.live.position >= position;
  });

test('an event that cannot be applied waits with the later ones of its stream; others go on', async () => {
  let refused = 'a-2';
  await house.run(tally({ refuse: (session) => session === refused }));
  await house.append('clientUser-a', created('a'), visited('a', 'a-1'), visited('a', 'a-2'));
  await house.append('clientUser-b', created('b'), visited('b', 'b-1'));
  await passed(await house.append('clientUser-a', visited('a', 'a-3')));
  await passed(await house.append('clientUser-b', visited('b', 'b-2')));
  expect(await visitors('a', 'b')).toMatchObject([
    { visits: 1, last_session: 'a-1' },
    { visits: 2, last_session: 'b-2' },
  ]);
  expect(await parkedEvents(house.pool)).toMatchObject([
    { projector: 'tally', stream: 'clientUser-a', revision: 2n, error: 'Refused: a-2', attempts: 1 },
    { stream: 'clientUser-a', revision: 3n, error: 'An earlier event of its stream is parked' },
  ]);
  const [second] = house.logged.filter(
    ({ msg, stream }) => msg === 'event parked' && stream === 'clientUser-a',
  );
  const requests = house.logged.flatMap(({ msg, correlationIds }) =>
    msg === 'projecting' ? correlationIds : [],
  );
  expect(second?.correlationId).toMatch(/^[0-9a-f-]{36}$/);
  expect(requests).toContain(second?.correlationId);

  await replayParked(house.pool, 'tally');
  await until('it was tried again', async () => (await parkedEvents(house.pool))[0]?.attempts === 2);
  expect(await visitors('a')).toMatchObject([{ visits: 1 }]);

  refused = '';
  await replayParked(house.pool);
  await until('nothing is parked', async () => (await projectionStatus(house.pool))[0]?.parked === 0);
  expect(await visitors('a')).toMatchObject([{ visits: 3, last_session: 'a-3' }]);
  await passed(await house.append('clientUser-a', visited('a', 'a-4')));
  expect(await visitors('a')).toMatchObject([{ visits: 4, last_session: 'a-4' }]);
});

test('the one event of a batch that the database refuses is found', async () => {
  const users = Array.from({ length: 40 }, (_, index) => `user-${index}`);
  const tooLong = created(randomBytes(5_000).toString('hex')); // for the index of the primary key
  let position = -1n;
  for (const user of users) {
    const third = user === 'user-23' ? tooLong : visited(user, 'two');
    position = await house.append(`clientUser-${user}`, created(user), visited(user, 'one'), third);
  }
  await house.run(tally());
  await passed(position);
  await passed(await house.append('clientUser-user-23', visited('user-23', 'later')));
  const rows = await visitors(...users);
  expect(rows).toHaveLength(40);
  for (const { user_id, visits } of rows) expect(visits, user_id).toBe(user_id === 'user-23' ? 1 : 2);
  expect(
    (await parkedEvents(house.pool)).filter(({ stream }) => stream === 'clientUser-user-23'),
  ).toMatchObject([{ revision: 2n, error: expect.stringContaining('index row') }, { revision: 3n }]);
});

test('a NUL, which the database does not keep, is replaced wherever it stands', async () => {
  await house.run(tally());
  await passed(await house.append('clientUser-nul', created('nul')));
  await passed(await house.append('clientUser-nul', visited('nul', 'a\0b')));
  expect(await visitors('nul')).toMatchObject([{ last_session: 'a\ufffdb' }]);
});

test('an event of a newer build is parked, and so is one that is broken', async () => {
  await house.appendRaw('clientUser-new', 'ClientUserCreated', created('new').data, { schemaVersion: 99 });
  const position = await house.appendRaw('clientUser-broken', 'ClientUserSignedIn', {});
  await house.run(tally());
  await passed(position);
  const parked = await parkedEvents(house.pool);
  expect(parked.find(({ stream }) => stream === 'clientUser-new')?.error).toContain('schema version 99');
  expect(parked.find(({ stream }) => stream === 'clientUser-broken')?.error).toContain('user_id');
});

test('a failure of the database is waited out, parks nothing and holds up nobody else', async () => {
  const other = { ...tally({ name: 'other' }), tables: [], on: { ClientCreated: () => [] } };
  await house.run(tally(), other);
  await passed(await house.append('clientUser-w', created('w')));
  await house.pool.query('ALTER TABLE read.visitor RENAME TO away');
  const position = await house.append('clientUser-w', visited('w', 'w-1'));
  const later = await house.append('clientUser-w', visited('w', 'w-2'));
  await until('the other one goes on', async () => {
    const other = (await projectionStatus(house.pool)).find(({ name }) => name === 'other');
    return other?.live && other.live.position >= later;
  });
  const stuck = (await projectionStatus(house.pool)).find(({ name }) => name === 'tally');
  expect(stuck?.live?.position).toBeLessThan(position);
  await house.pool.query('ALTER TABLE read.away RENAME TO visitor');
  await until('it goes on', async () => (await visitors('w'))[0]?.visits === 2);
  expect((await parkedEvents(house.pool)).filter(({ stream }) => stream === 'clientUser-w')).toEqual([]);
});

test('only a projector that exists can be asked for', async () => {
  await house.run(tally());
  await until('it is known', async () => (await projectionStatus(house.pool)).length > 0);
  await expect(replayParked(house.pool, 'talley')).rejects.toThrow(UnknownProjectorError);
});
