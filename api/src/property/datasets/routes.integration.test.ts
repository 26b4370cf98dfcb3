import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess | undefined;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

test('a client without granted datasets sees none', async () => {
  const { token } = await api.signIn('ClientUser');
  const { body } = await api.call('GET', '/api/geo/datasets', { token });
  expect(body.data).toEqual([]);
  const one = await api.call('GET', '/api/geo/datasets/hawthorne', { token });
  expect(one.status).toBe(404);
  expect(one.body.message).toBe('Dataset not found or access denied');
});
