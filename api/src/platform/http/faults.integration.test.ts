import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually, PASSWORD, startIsolatedApi } from '../../testing/api.ts';
import { route } from './route.ts';

/** Queries a database whose socket is missing, as during a restart. */
const missingDatabase = route.get('/api/test/missing-database', {
  may: 'anyone',
  response: z.object({ rows: z.array(z.unknown()) }),
  handle: () => new pg.Pool({ host: '/nowhere', max: 1 }).query('SELECT 1'),
});

/** Errors of `pg` and Node during an outage that do not come from a refused connection to a single address. */
const outages = {
  'a name server that does not respond': Object.assign(new Error('getaddrinfo EAI_AGAIN postgres'), {
    code: 'EAI_AGAIN',
    syscall: 'getaddrinfo',
  }),
  'a refused connection to each address of a host': Object.assign(new AggregateError([]), {
    code: 'ECONNREFUSED',
  }),
  'a connection that timed out': Object.assign(new Error('read ETIMEDOUT'), {
    code: 'ETIMEDOUT',
    syscall: 'read',
  }),
  'a lost connection': new Error('Client has encountered a connection error and is not queryable'),
};
const failing = route.get('/api/test/outages/:name', {
  may: 'anyone',
  response: z.object({}),
  handle: ({ params: { name } }) => {
    throw outages[name as keyof typeof outages];
  },
});

let api: Awaited<ReturnType<typeof startIsolatedApi>>;
beforeAll(async () => {
  api = await startIsolatedApi({ routes: () => [missingDatabase, failing] });
});
afterAll(() => api?.stopAll());

test('treats a missing database socket as unavailable', async () => {
  const { status, headers } = await api.call('GET', '/api/test/missing-database');
  expect(status).toBe(503);
  expect(headers.get('Retry-After')).toBe('2');
});

test.for(Object.keys(outages))('treats %s as unavailable', async (name) => {
  const { status, headers } = await api.call('GET', `/api/test/outages/${encodeURIComponent(name)}`);
  expect(status).toBe(503);
  expect(headers.get('Retry-After')).toBe('2');
});

test.for(['Postgres', 'the event store'])(
  'returns 503 with Retry-After while %s is down, and keeps sessions open',
  async (victim) => {
    const { token, email } = await api.signIn('Admin');
    const statuses = new Set<number>();
    const retries = new Set<string | null>();
    let isStopped = false;
    const verify = async () => {
      const { status, headers, body } = await api.call('GET', '/api/auth/verify', { token });
      statuses.add(status);
      if (status === 503) retries.add(headers.get('Retry-After'));
      if (status === 500) throw new Error(JSON.stringify(body));
      return status === 200;
    };
    const callers = Array.from({ length: 4 }, async () => {
      while (!isStopped) await verify();
    });
    await eventually('the API has responded', async () => statuses.has(200));
    await (victim === 'Postgres'
      ? api.services.postgres.crashAndRestart()
      : api.services.eventStore.crashAndRestart());
    await eventually('the API responds again', verify);
    isStopped = true;
    await Promise.all(callers);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect([...retries].filter((seconds) => seconds === null)).toEqual([]);

    const again = await eventually('a sign-in succeeds', async () => {
      const response = await api.call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
      return response.status === 200 && response;
    });
    expect(again.body.userRole).toBe('Admin');
  },
);
