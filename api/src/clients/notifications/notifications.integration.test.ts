import { randomUUID } from 'node:crypto';
import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi, type TestApi, testClient } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { createClient } from '../clients/clients.ts';
import { type LiveNotification, liveNotification } from './contract.ts';

let api: TestApi & { stopAll(): Promise<void> };
let processes: TestProcess[] = [];
beforeAll(async () => {
  api = await startTestApi();
  processes = await Promise.all([
    startProcess('projections', api.services),
    startProcess('worker', api.services),
  ]);
});
afterAll(async () => {
  for (const child of processes) await child.stop();
  await api?.stopAll();
});

/** Collects the notifications of a stream, and whether it has ended. */
async function listen(token: string) {
  const abort = new AbortController();
  const response = await fetch(new URL('/api/live', api.url), {
    signal: abort.signal,
    headers: { Authorization: `Bearer ${token}` },
  });
  const received: LiveNotification[] = [];
  const stream = { received, isClosed: false, sessionHasEnded: false, stop: () => abort.abort() };
  const reading = async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('event: session-ended')) stream.sessionHasEnded = true;
        const [, data] = /^event: notification\ndata: (.*)$/.exec(block) ?? [];
        if (data) received.push(liveNotification.parse(JSON.parse(data)));
      }
    }
  };
  reading()
    .catch(() => undefined)
    .finally(() => {
      stream.isClosed = true;
    });
  return stream;
}

test('notifies other staff and only the affected client', async () => {
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
  const [first] = await eventually(
    'staff are notified',
    async () => watcher?.received.length === 1 && watcher.received,
  );
  expect(first).toMatchObject({
    kind: 'clientUpdate',
    type: 'success',
    category: 'client',
    clientId: own.clientId,
    message: `Client ${own.clientId}: Property Finder removed`,
  });
  await change(other.clientId, { product_config: { demo_mode: true } });
  await eventually('the other client is notified', async () => stranger?.received.length === 1);
  expect(owner?.received.map(({ id }) => id)).toEqual([first?.id]);
  expect(owner?.received[0]?.message).toBe('Your plan changed: Property Finder was removed.');
  expect(stranger?.received[0]?.message).toBe('Your plan changed: Demo mode was turned on.');
  expect(watcher?.received.length).toBe(2);
  expect(doer?.received).toEqual([]);
  for (const stream of [doer, watcher, owner, stranger]) stream?.stop();
});

test('closes the stream when impersonation starts or stops', async () => {
  const clientId = `client-${randomUUID()}`;
  await createClient(api.ports, testClient(clientId), { actor: SYSTEM, correlationId: clientId });
  const { token } = await api.signIn('SuperAdmin');
  const before = await listen(token);
  await api.call('POST', `/api/ai/client-auth/impersonate/${clientId}`, { token });
  await eventually('the stream of staff is closed', async () => before.isClosed);
  const during = await listen(token);
  await api.call('POST', '/api/ai/client-auth/stop-impersonation', { token });
  await eventually('the stream of the client is closed', async () => during.isClosed);
  expect([before.sessionHasEnded, during.sessionHasEnded]).toEqual([false, false]);
});
