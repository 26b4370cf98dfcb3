import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../testing/api.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';

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

test('a client sees no dataset as long as none was granted to it', async () => {
  const { token } = await api.signIn('ClientUser');
  const { body } = await api.call('GET', '/api/geo/datasets', { token });
  expect(body.data).toEqual([]);
  const one = await api.call('GET', '/api/geo/datasets/hawthorne', { token });
  expect(one.status).toBe(404);
  expect(one.body.message).toBe('Dataset not found or access denied');
});
