import { randomUUID } from 'node:crypto';
import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../clients/clients.ts';
import { eventually, startTestApi, type TestApi, testClient } from '../testing/api.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';
import { type LiveNotification, liveNotification } from './contract.ts';

let api: TestApi & { stopAll(): Promise<void> };
let siblings: Sibling[] = [];
beforeAll(async () => {
  api = await startTestApi();
  siblings = await Promise.all([
    startSibling('projections', api.services),
    startSibling('worker', api.services),
  ]);
});
afterAll(async () => {
  for (const sibling of siblings) await sibling.stop();
  await api?.stopAll();
});

/** What a browser is told, and whether its stream has ended. */
async function listen(token: string) {
  const abort = new AbortController();
  const answer = await fetch(new URL('/api/live', api.url), {
    signal: abort.signal,
    headers: { Authorization: `Bearer ${token}` },
  });
  const told: LiveNotification[] = [];
  const stream = { told, isOver: false, hasEnded: false, stop: () => abort.abort() };
  const reading = async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('event: session-ended')) stream.hasEnded = true;
        const [, data] = /^event: notification\ndata: (.*)$/.exec(block) ?? [];
        if (data) told.push(liveNotification.parse(JSON.parse(data)));
      }
    }
  };
  reading()
    .catch(() => undefined)
    .finally(() => {
      stream.isOver = true;
    });
  return stream;
}

test('what happens to a client is told to other staff and to that client alone', async () => {
  const [doing, watching, own, other] = [
    await api.signIn('SuperAdmin'),
    await api.signIn('Admin'),
    await api.signIn('ClientUser'),
    await api.signIn('ClientUser'),
  ];
  const [doer, watcher, owner, stranger] = await Promise.all(
    [doing, watching, own, other].map(({ token }) => listen(token)),
  );
  const change = async (clientId: string | undefined, body: unknown) => {
    const path = `/api/client-admin/client/${clientId}/products`;
    expect((await api.call('POST', path, { token: doing.token, body })).status).toBe(200);
  };
  await change(own.clientId, { has_geo_leads: false });
  const [first] = await eventually('staff are told', async () => watcher?.told.length === 1 && watcher.told);
  expect(first).toMatchObject({
    kind: 'clientUpdate',
    type: 'success',
    category: 'client',
    clientId: own.clientId,
    message: `Client ${own.clientId} has Property Finder no longer`,
  });
  await change(other.clientId, { product_config: { demo_mode: true } });
  await eventually('the other client is told', async () => stranger?.told.length === 1);
  expect(owner?.told.map(({ id }) => id)).toEqual([first?.id]);
  expect(stranger?.told[0]?.message).toBe(`Client ${other.clientId} is a demo account now`);
  expect(watcher?.told.length).toBe(2);
  expect(doer?.told).toEqual([]);
  for (const stream of [doer, watcher, owner, stranger]) stream?.stop();
});

test('a browser whose session begins to act as a client, or stops, comes back for a stream of its own', async () => {
  const clientId = `client-${randomUUID()}`;
  await createClient(api.deps, testClient(clientId), { actor: SYSTEM, correlationId: clientId });
  const { token } = await api.signIn('SuperAdmin');
  const before = await listen(token);
  await api.call('POST', `/api/ai/client-auth/impersonate/${clientId}`, { token });
  await eventually('the stream of staff is over', async () => before.isOver);
  const during = await listen(token);
  await api.call('POST', '/api/ai/client-auth/stop-impersonation', { token });
  await eventually('the stream of the client is over', async () => during.isOver);
  expect([before.hasEnded, during.hasEnded]).toEqual([false, false]);
});
