import { randomUUID } from 'node:crypto';
import { type DomainEvent, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { nameUuid } from '../../platform/commands/ids.ts';
import { eventually, startTestApi } from '../../testing/api.ts';
import { converse } from '../../testing/conversations.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import type { GapQueue } from './contract.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let staff: string;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  staff = (await api.signIn('SuperAdmin')).token;
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const OLD_WORDING = 'Do you repair old unicycles?';
const NEW_WORDING = 'I need an old unicycle fixed';
const unanswered = (question: string, days: number) => ({
  question,
  at: daysAgo(days),
  answered: false,
  confidence: 0.1,
});

/** Returns a made-up word. */
const wordOf = (name: string, topic: number) => nameUuid(name, String(topic)).replace(/[^a-f]/g, '');

interface Tenant {
  token: string;
  clientId: string;
}
let owner: Tenant;
let otherClient: Tenant;
/** Creates two clients whose visitors asked the same question in two wordings: one weeks ago, the other this week. */
beforeEach(async () => {
  const createTenant = async (): Promise<Tenant> => {
    const { token, clientId = '' } = await api.signIn('ClientUser');
    await converse(api.ports, clientId, [
      ...[22, 21, 20].map((days) => unanswered(OLD_WORDING, days)),
      ...[3, 2].map((days) => unanswered(NEW_WORDING, days)),
    ]);
    return { token, clientId };
  };
  owner = await createTenant();
  otherClient = await createTenant();
  for (const tenant of [owner, otherClient])
    await eventually('all questions are counted', async () => (await gapsOf(tenant))[0]?.count === 5);
});

async function gapsOf({ token }: { token: string }, query: object = {}): Promise<GapQueue['gaps']> {
  const params = new URLSearchParams({ timeframe: '30d', filterContent: 'false', ...query });
  const { status, body } = await api.call('GET', `/api/ai/analytics/gaps?${params}`, {
    token,
    headers: { 'X-Min-Position': `${api.ports.logId}:${await api.head()}` },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.gaps;
}

const requestContent = (token: string, clientId: string, gapId: string, body: object = {}) =>
  api.call('POST', `/api/ai/analytics/gaps/${clientId}/${gapId}/content-request`, {
    token,
    body: { timeframe: '30d', filterContent: 'false', ...body },
  });

const requestsOf = async ({ token, clientId }: Tenant) =>
  (await api.call('GET', `/api/ai/content-requests/client/${clientId}`, { token })).body.requests;

const gapOf = async (tenant: Tenant, query?: object) => {
  const [gap, ...others] = await gapsOf(tenant, query);
  if (!gap) throw new Error('The client has no gap');
  expect(others).toEqual([]);
  return gap;
};

test('creates one content request per gap', async () => {
  const gap = await gapOf(owner);
  expect(gap).toMatchObject({ question: OLD_WORDING, requested: false });
  for (let times = 0; times < 2; times++) {
    expect((await requestContent(owner.token, owner.clientId, gap.id)).body).toEqual({
      success: true,
      message: "Content request submitted successfully! We'll process it within 24-48 hours.",
      id: gap.id,
    });
  }
  await eventually('the gap is marked as requested', async () => (await gapOf(owner)).requested);
  expect(await requestsOf(owner)).toMatchObject([
    {
      id: gap.id,
      url: `https://${owner.clientId}.example.com`,
      description: `Visitors ask: ${OLD_WORDING}`,
      status: 'pending',
    },
  ]);
});

test("keeps the visitor's question out of the request's event", async () => {
  const gap = await gapOf(owner);
  await requestContent(owner.token, owner.clientId, gap.id);
  const { state: data } = await api.ports.commands.load(
    {
      initialState: [],
      evolve: (before: readonly object[], event: DomainEvent) => [...before, event.data],
      readsPersonalData: true,
    },
    streams.contentRequest(gap.id),
  );
  expect(data).toMatchObject([
    {
      description: '',
      gap: { conversation_id: gap.conversationId, topic_ids: [gap.id, expect.any(String)] },
    },
  ]);
  expect(JSON.stringify(data)).not.toMatch(/unicycle/i);
});

test("does not mark another client's gap as requested", async () => {
  const otherGap = await gapOf(otherClient);
  const ownGap = await gapOf(owner);
  expect(otherGap.id).not.toBe(ownGap.id);
  const head = await api.head();
  expect((await requestContent(owner.token, owner.clientId, otherGap.id)).status).toBe(404);
  expect((await requestContent(owner.token, otherClient.clientId, otherGap.id)).status).toBe(403);
  expect((await requestContent(staff, owner.clientId, otherGap.id)).status).toBe(404);
  expect((await requestContent(owner.token, owner.clientId, randomUUID())).status).toBe(404);
  expect(await api.head()).toBe(head);

  expect((await requestContent(owner.token, owner.clientId, ownGap.id)).status).toBe(200);
  await eventually("the owner's gap is marked as requested", async () => (await gapOf(owner)).requested);
  expect((await gapOf(otherClient)).requested).toBe(false);
  expect((await requestContent(otherClient.token, otherClient.clientId, otherGap.id)).status).toBe(200);
  await eventually(
    "the other client's gap is marked as requested",
    async () => (await gapOf(otherClient)).requested,
  );
  expect(await requestsOf(owner)).toHaveLength(1);
  expect(await requestsOf(otherClient)).toHaveLength(1);
});

test.each([
  ['30d', '7d'],
  ['7d', '30d'],
])('shows a gap that was requested in the %s view as requested in the %s view', async (timeframe, other) => {
  const gap = await gapOf(owner, { timeframe });
  const gapInOtherView = await gapOf(owner, { timeframe: other });
  expect(gapInOtherView.id).not.toBe(gap.id);
  expect((await requestContent(owner.token, owner.clientId, gap.id, { timeframe })).status).toBe(200);
  await eventually('both views show the request', async () => {
    const gaps = [await gapOf(owner, { timeframe }), await gapOf(owner, { timeframe: other })];
    return gaps.every(({ requested }) => requested);
  });
  expect(
    (await requestContent(owner.token, owner.clientId, gapInOtherView.id, { timeframe: other })).status,
  ).toBe(200);
  expect(await requestsOf(owner)).toHaveLength(1);
});

test('lets staff request a gap in the view of all clients', async () => {
  const gaps = await gapsOf({ token: staff });
  const gap = gaps.find(({ clientId }) => clientId === owner.clientId);
  expect((await requestContent(staff, owner.clientId, gap?.id ?? '')).status).toBe(200);
  await eventually('the client sees the request', async () => (await gapOf(owner)).requested);
});

test('lists open gaps first and exports all of them with the names of their clients', async () => {
  const { token, clientId = '' } = await api.signIn('ClientUser');
  const tenant = { token, clientId };
  const questions = Array.from(
    { length: 60 },
    (_, topic) => `${wordOf('first', topic)} ${wordOf('second', topic)}?`,
  );
  await converse(api.ports, clientId, [
    ...questions.map((question) => unanswered(question, 1)),
    // The last one is the least frequent.
    ...questions.slice(0, 59).map((question) => unanswered(question, 2)),
  ]);
  await eventually('all questions are counted', async () => (await gapsOf(tenant)).length === 50);
  await Promise.all((await gapsOf(tenant)).map(({ id }) => requestContent(token, clientId, id)));
  await eventually('the open gaps are listed first', async () => {
    const gaps = await gapsOf(tenant);
    const isSorted = gaps.every(({ requested }, i) => requested === i >= 10);
    return isSorted && gaps.length === 50 && gaps[9]?.question === questions[59];
  });
  const rarest = (await gapsOf(tenant))[9];
  expect((await requestContent(token, clientId, rarest?.id ?? '')).status).toBe(200);

  const params = new URLSearchParams({ timeframe: '30d', filterContent: 'false', view: 'gaps' });
  const { body } = await api.call('GET', `/api/ai/analytics/export?${params}`, { token });
  const [header, ...lines] = String(body).trim().split('\r\n');
  expect(header).toMatch(/^"clientName","question"/);
  expect(lines).toHaveLength(60);
  const [{ clientName } = { clientName: '' }] = await gapsOf(tenant);
  expect(lines.every((line) => line.startsWith(`"${clientName}",`))).toBe(true);
});

test("finds a client's gap even if other clients' questions are far more frequent", async () => {
  const { clientId: busy = '' } = await api.signIn('ClientUser');
  for (let topic = 0; topic < 50; topic++) {
    const question = `${wordOf('first', topic)} ${wordOf('second', topic)}?`;
    await converse(
      api.ports,
      busy,
      Array.from({ length: 6 }, () => unanswered(question, 1)),
    );
  }
  await eventually('the list of all clients shows only the frequent questions', async () => {
    const gaps = await gapsOf({ token: staff });
    return gaps.length === 50 && gaps.every(({ clientId }) => clientId === busy);
  });
  const gap = await gapOf(owner);
  expect((await requestContent(staff, owner.clientId, gap.id)).status).toBe(200);
});
