import { randomUUID } from 'node:crypto';
import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createStaffUser } from '../../identity/users/users.ts';
import { eventually, PASSWORD, startTestApi } from '../../testing/api.ts';
import { type LiveStream, openLiveStream } from '../../testing/live-stream.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { type Route, route } from '../http/route.ts';
import { FEED_NAME } from './read-model-feed.ts';

const readsStaff = (): Route[] => [
  route.get('/api/test/staff', {
    may: 'anyone',
    response: z.object({ ok: z.literal(true) }),
    reads: ['staff', 'clients'],
    handle: () => ({ ok: true }),
  }),
];

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
beforeAll(async () => {
  api = await startTestApi({ routes: readsStaff });
  projections = await startProcess('projections', api.services);
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const read = (minPosition: string) =>
  api.call('GET', '/api/test/staff', { headers: { 'X-Min-Position': minPosition } });
const tokenOf = (position: bigint, logId = api.ports.logId) => `${logId}:${position}`;

async function createUser(): Promise<string> {
  const id = randomUUID();
  const user = {
    user_id: id,
    email: `${id}@example.com`,
    first_name: 'A',
    last_name: 'B',
    role: 'Admin',
  } as const;
  await createStaffUser(api.ports, { ...user, password: PASSWORD }, { actor: SYSTEM, correlationId: id });
  return id;
}

const listen = (token: string) => openLiveStream(api, token);
const modelsIn = ({ events }: LiveStream) => events.map(({ data }) => data.model);

/** Ends the feed's connection. */
async function cutFeed(): Promise<void> {
  const { rowCount } = await api.ports.pg.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1`,
    [FEED_NAME],
  );
  expect(rowCount).toBe(1);
}

/** Sends a NOTIFY message like a projector after its commit. */
const notify = (notice: object) =>
  api.ports.pg.query(`SELECT pg_notify('read_model_moved', $1)`, [
    JSON.stringify({ logId: api.ports.logId, position: '1', clientIds: null, ...notice }),
  ]);

describe('X-Min-Position', () => {
  test('waits for the read models', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await createUser();
      expect((await read(tokenOf(await api.head()))).status).toBe(200);
      const { rowCount } = await api.ports.pg.query('SELECT 1 FROM read.staff_user WHERE user_id = $1', [id]);
      expect(rowCount).toBe(1);
    }
  });

  test('times out with 503 after 5 s', async () => {
    const start = performance.now();
    const response = await read(tokenOf((await api.head()) + 1_000_000n));
    expect(performance.now() - start).toBeGreaterThan(4_900);
    expect(response).toMatchObject({ status: 503, body: { code: 'READ_MODEL_BEHIND' } });
    expect(response.headers.get('Retry-After')).toBe('1');
  });

  test('is ignored for another log', async () => {
    expect((await read(tokenOf(10n ** 15n, randomUUID()))).status).toBe(200);
  });

  test.for(['nonsense', '1', ':', `${randomUUID()}:-1`, `${randomUUID()}:1.5`])(
    'is rejected if it is %s',
    async (token) => {
      expect((await read(token)).status).toBe(400);
    },
  );

  test('is compared with the checkpoints after the feed reconnects', async () => {
    await createUser();
    const position = tokenOf(await api.head());
    await eventually(
      'both read models have passed the position',
      async () => (await read(position)).status === 200,
    );
    // NOTIFY messages were lost with the connection, so the checkpoints are read again.
    await cutFeed();
    await createUser();
    expect((await read(tokenOf(await api.head()))).status).toBe(200);
  });
});

describe('GET /api/live', () => {
  test('requires a session', async () => {
    expect((await api.call('GET', '/api/live')).status).toBe(401);
  });

  test('sends the positions of changed read models', async () => {
    const { token } = await api.signIn('Admin');
    const live = await listen(token);
    expect(live.headers.get('Content-Type')).toMatch('text/event-stream');
    await createUser();
    const moved = await eventually('the staff read model has moved', async () =>
      live.events.find(({ data }) => data.model === 'staff'),
    );
    expect(moved).toMatchObject({ event: 'moved', data: { logId: api.ports.logId } });
    expect(BigInt(moved.data.position ?? 0)).toBeGreaterThan(0n);
    live.stop();
  });

  test('sends everything to staff and only own changes to client users', async () => {
    const [admin, client] = [await api.signIn('Admin'), await api.signIn('ClientUser')];
    const [staff, tenant] = [await listen(admin.token), await listen(client.token)];
    await notify({ model: 'of-another-client', clientIds: ['another-client'] });
    await notify({ model: 'of-no-client', clientIds: [] });
    await notify({ model: 'of-own-client', clientIds: ['another-client', client.clientId] });
    await notify({ model: 'unchanged', changed: false });
    await notify({ model: 'of-all' });
    for (const live of [staff, tenant]) {
      await eventually('the last event arrived', async () => modelsIn(live).includes('of-all'));
      live.stop();
    }
    expect(modelsIn(tenant)).toEqual(expect.arrayContaining(['of-own-client', 'of-all']));
    expect(modelsIn(tenant)).not.toContain('of-another-client');
    expect(modelsIn(tenant)).not.toContain('of-no-client');
    expect(modelsIn(staff)).toEqual(
      expect.arrayContaining(['of-another-client', 'of-no-client', 'of-own-client', 'of-all']),
    );
    expect(modelsIn(staff)).not.toContain('unchanged');
  });

  test('ends with its session', async () => {
    const { token } = await api.signIn('Admin');
    const live = await listen(token);
    const others = await listen((await api.signIn('Admin')).token);
    await api.call('POST', '/api/auth/logout', { token });
    await eventually('the stream is closed', async () => live.isClosed());
    expect(live.events.at(-1)?.event).toBe('session-ended');
    expect(others.isClosed()).toBe(false);
    others.stop();
  });

  test('ends with a complete event when impersonation changes', async () => {
    const { token } = await api.signIn('Admin');
    const response = await fetch(new URL('/api/live', api.url), {
      headers: { Authorization: `Bearer ${token}` },
    });
    const whole = response.text();
    const { rows } = await api.ports.pg.query<{ id: string }>(
      'SELECT id FROM api.session ORDER BY created_at DESC LIMIT 1',
    );
    const moved = { model: 'staff', logId: api.ports.logId, position: '1', clientIds: null };
    await api.ports.pg.query(
      `SELECT pg_notify('session_changed', $1), pg_notify('read_model_moved', $2), pg_notify('session_changed', $1)`,
      [rows[0]?.id, JSON.stringify(moved)],
    );
    expect(await whole).toContain('retry:');
  });

  test('buffers at most one event per read model', async () => {
    const { token } = await api.signIn('Admin');
    const live = await listen(token);
    for (let round = 0; round < 200; round++)
      await notify({ model: `model-${round % 3}`, position: `${round}` });
    const last = await eventually('the last event arrived', async () =>
      live.events.find(({ data }) => data.position === '199'),
    );
    expect(last.data.model).toBe('model-1');
    live.stop();
  });

  test('survives a malformed NOTIFY message', async () => {
    const { token } = await api.signIn('Admin');
    const live = await listen(token);
    await api.ports.pg.query(`SELECT pg_notify('read_model_moved', 'nonsense')`);
    await notify({ model: 'after' });
    await eventually('the next message arrived', async () => modelsIn(live).includes('after'));
    live.stop();
  });

  test('resends all positions after the feed reconnects', async () => {
    const { token } = await api.signIn('Admin');
    const live = await listen(token);
    await eventually('the staff read model has moved', async () => {
      await createUser();
      return modelsIn(live).includes('staff');
    });
    const before = live.events.length;
    await cutFeed();
    await eventually('all models are sent', async () => modelsIn(live).slice(before).includes('staff'));
    live.stop();
  });
});

describe('GET /api/health', () => {
  test('is unhealthy until all read models exist', async () => {
    expect(await api.call('GET', '/api/health')).toMatchObject({
      status: 503,
      body: { code: 'NOT_HEALTHY' },
    });
    const scoring = await startProcess('scoring-engine', api.services);
    try {
      const healthy = await eventually('the API is healthy', async () => {
        const response = await api.call('GET', '/api/health');
        return response.status === 200 && response;
      });
      expect(healthy.body).toMatchObject({ status: expect.stringMatching(/^(ok|degraded)$/) });
    } finally {
      await scoring.stop();
    }
  });
});
