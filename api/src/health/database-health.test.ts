import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi } from '../testing/api.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';
import { databaseHealth } from './contract.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: Sibling | undefined;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startSibling('projections', api.services);
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

test('a SuperAdmin sees the database and each read model catch up', async () => {
  const { token } = await api.signIn('SuperAdmin');
  const health = await eventually('every read model has caught up', async () => {
    const { status, body } = await api.call('GET', '/api/admin/database-health', { token });
    expect(status).toBe(200);
    const { data } = databaseHealth.parse(body);
    const caughtUp = data.projections.every(({ live }) => live !== null && live.position === live.head);
    return caughtUp && data.projections.length > 0 && data;
  });
  expect(health.database.bytes).toBeGreaterThan(0);
  expect(health.database.connections).toBeGreaterThan(0);
  expect(health.projections.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['clients', 'staff', 'datasets', 'candidates']),
  );
  expect(health.parkedEvents).toEqual([]);
});
