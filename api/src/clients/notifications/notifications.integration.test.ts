import { randomUUID } from 'node:crypto';
import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi, type TestApi, testClient } from '../../testing/api.ts';
import { type LiveStream, openLiveStream } from '../../testing/live-stream.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { createClient } from '../clients/clients.ts';
import { liveNotification } from './contract.ts';

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

const notificationsIn = ({ events }: LiveStream) =>
  events.flatMap(({ event, data }) => (event === 'notification' ? [liveNotification.parse(data)] : []));

test('notifies other staff and only the affected client', async () => {
  const [acting, admin, own, other] = [
    await api.signIn('SuperAdmin'),
    await api.signIn('Admin'),
    await api.signIn('ClientUser'),
    await api.signIn('ClientUser'),
  ];
  const streams = {
    acting: await openLiveStream(api, acting.token),
    admin: await openLiveStream(api, admin.token),
    own: await openLiveStream(api, own.token),
    other: await openLiveStream(api, other.token),
  };
  const change = async (clientId: string | undefined, body: unknown) => {
    const path = `/api/client-admin/client/${clientId}/products`;
    expect((await api.call('POST', path, { token: acting.token, body })).status).toBe(200);
  };
  await change(own.clientId, { has_geo_leads: false });
  const first = await eventually('staff are notified', async () => notificationsIn(streams.admin)[0]);
  expect(first).toMatchObject({
    kind: 'clientUpdate',
    type: 'success',
    category: 'client',
    clientId: own.clientId,
    message: `Client ${own.clientId}: Property Finder removed`,
  });
  await change(other.clientId, { product_config: { demo_mode: true } });
  await eventually('the other client is notified', async () => notificationsIn(streams.other).length === 1);
  expect(notificationsIn(streams.own)).toMatchObject([
    { id: first.id, message: 'Your plan changed: Property Finder was removed.' },
  ]);
  expect(notificationsIn(streams.other)).toMatchObject([
    { message: 'Your plan changed: Demo mode was turned on.' },
  ]);
  expect(notificationsIn(streams.admin)).toHaveLength(2);
  expect(notificationsIn(streams.acting)).toEqual([]);
  for (const stream of Object.values(streams)) stream.stop();
});

test('shortens a long URL, which would not fit in a PostgreSQL notification', async () => {
  const { clientId = '', token } = await api.signIn('ClientUser');
  const stream = await openLiveStream(api, (await api.signIn('Admin')).token);
  const url = `https://acme.example/${'頁'.repeat(1_900)}`;
  const submitted = await api.call('POST', '/api/ai/content-requests', { token, body: { clientId, url } });
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
  const [notification] = await eventually('staff are notified', async () => {
    const notifications = notificationsIn(stream).filter((each) => each.clientId === clientId);
    return notifications.length > 0 && notifications;
  });
  expect(notification?.message).toMatch(
    /^Client \S+: content request submitted for https:\/\/acme\.example\/頁{79}…$/,
  );
  stream.stop();
});

test('closes the stream when impersonation starts or stops', async () => {
  const clientId = `client-${randomUUID()}`;
  await createClient(api.ports, testClient(clientId), { actor: SYSTEM, correlationId: clientId });
  const { token } = await api.signIn('SuperAdmin');
  const before = await openLiveStream(api, token);
  await api.call('POST', `/api/ai/client-auth/impersonate/${clientId}`, { token });
  await eventually('the stream of staff is closed', async () => before.isClosed());
  const during = await openLiveStream(api, token);
  await api.call('POST', '/api/ai/client-auth/stop-impersonation', { token });
  await eventually('the stream of the client is closed', async () => during.isClosed());
  for (const { events } of [before, during])
    expect(events.map(({ event }) => event)).not.toContain('session-ended');
});
