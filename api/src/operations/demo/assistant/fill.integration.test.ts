import { type RecordedEvent, streams } from '@landline/event-schemas';
import { decodeEvent, type StoredEvent } from '@landline/event-schemas/codec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftMessage } from '../../../assistant/conversations/left-message.ts';
import { widget } from '../../../assistant/widget/widget.ts';
import { widgetGlobals } from '../../../assistant/widget/widget-globals.ts';
import type { EventStore, NewEvent } from '../../../platform/commands/event-store.ts';
import { startTestApi } from '../../../testing/api.ts';
import { startProcess, type TestProcess } from '../../../testing/processes.ts';
import { demoClients, seedSignIns } from '../seed-sign-ins.ts';
import { COURTYARD_HOMES } from './courtyard-homes.ts';
import { fillAssistant, timesOf } from './fill.ts';
import { HARBOR_BAKERY } from './harbor-bakery.ts';
import { planConversations } from './planned-conversations.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const UNTIL = new Date();

test('always plans the same conversations, all before the end', () => {
  const planned = planConversations(HARBOR_BAKERY, 'a client', UNTIL);
  expect(planConversations(HARBOR_BAKERY, 'a client', UNTIL)).toEqual(planned);
  expect(planned.length).toBeGreaterThan(30);
  expect(planned.flatMap(({ questions }) => questions).every(({ at }) => at < UNTIL)).toBe(true);
});

const FAILURE = 'The process ends here';

/** Returns an event store that fails before it appends a matching event, as if the process ended there. */
function failingAt(isLast: (event: NewEvent) => boolean): EventStore {
  const { eventStore } = api.ports;
  return {
    ...eventStore,
    async append(stream, events, expectedRevision) {
      if (events.some(isLast)) throw new Error(FAILURE);
      return eventStore.append(stream, events, expectedRevision);
    },
  };
}

let crawls = 0;
function isPageOfSecondCrawl({ type }: NewEvent): boolean {
  if (type === 'SiteScrapeRequested') crawls++;
  return crawls === 2 && type === 'PageScraped';
}

const isRunAfterCrawl = ({ type, data }: NewEvent) =>
  type === 'GoldenRunRequested' && (data as { trigger: string }).trigger === 'crawl';

/** Changes what the demo has set: reopens the handled message and renames the assistant. */
async function editAsUser({ client_id, user_id }: { client_id: string; user_id: string }): Promise<void> {
  const { commands } = api.ports;
  const actor = { id: user_id, role: 'ClientUser', clientId: client_id } as const;
  const origin = { actor, correlationId: 'an edit' };
  const handled = (await eventsOfClient(client_id)).find(({ type }) => type === 'LeftMessageHandled');
  const { message_id } = (handled as RecordedEvent<'LeftMessageHandled'>).data;
  await commands.execute(leftMessage, {
    ...origin,
    stream: streams.leftMessage(message_id),
    command: { type: 'reopen', message_id, client_id },
  });
  const { state } = await commands.load(widgetGlobals, streams.widgetGlobals());
  await commands.execute(widget, {
    ...origin,
    stream: streams.widget(client_id),
    command: {
      type: 'change_branding',
      client_id,
      changes: { botName: 'Robin' },
      globalBranding: state.branding,
    },
  });
}

/** Returns the events about a demo client, its creation included. */
async function eventsOfClient(clientId: string): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for await (const { event } of api.ports.eventStore.client.readAll()) {
    const decoded = event && decodeEvent(event as StoredEvent, 0n);
    if (decoded && (decoded.data as { client_id?: string }).client_id === clientId) found.push(decoded);
  }
  return found;
}

const HOUR_MS = 3_600_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 26) + hour * HOUR_MS));

test.each([
  ['Harbor Bakery', HARBOR_BAKERY],
  ['Courtyard Homes', COURTYARD_HOMES],
])('orders the steps of %s by their dependencies at any time of day', (_, business) => {
  for (const until of HOURS) {
    const times = timesOf(business, until);
    const conversations = planConversations(business, 'a client', until);
    for (const { questions } of conversations) {
      expect(questions.map(({ at }) => at)).toEqual(
        questions.map(({ at }) => at).toSorted((a, b) => +a - +b),
      );
    }
    const chains = [
      [times.firstCrawl, times.branding],
      [times.firstCrawl, conversations[0]?.questions[0]?.at],
      [times.firstCrawl, times.goldenQuestions, times.secondCrawl, times.goldenRun],
      ...times.approvedAnswers.map(({ at }) => [times.goldenQuestions, at, times.secondCrawl]),
      ...times.contentRequests.map(({ submittedAt, answeredAt }) => [
        times.firstCrawl,
        submittedAt,
        answeredAt,
      ]),
      ...times.messages.map(({ leftAt, handledAt }) => [times.firstCrawl, leftAt, handledAt]),
    ].map((chain) => chain.map((at) => at?.getTime() ?? Number.NaN));
    for (const chain of chains) {
      for (const [index, at] of chain.entries())
        if (index > 0) expect(at).toBeGreaterThan(chain[index - 1] ?? 0);
    }
  }
});

test('fills every screen of the assistant without duplicates', { timeout: 600_000 }, async () => {
  const signIns = await seedSignIns(api.ports);
  const demo = demoClients(api.ports).find(({ name }) => name === 'Assistant client');
  const signIn = signIns.find(({ name }) => name === 'Assistant client');
  if (!demo || !signIn) throw new Error('The demo has no assistant client');
  const fill = (eventStore = api.ports.eventStore) =>
    fillAssistant(
      { ...api.ports, eventStore },
      HARBOR_BAKERY,
      { ...demo, until: UNTIL },
      new AbortController().signal,
    );
  // The job ends while it crawls for the second time, and again right after that crawl.
  await expect(fill(failingAt(isPageOfSecondCrawl))).rejects.toThrow(FAILURE);
  await expect(fill(failingAt(isRunAfterCrawl))).rejects.toThrow(FAILURE);
  await fill();

  // The clock advances during a step, by less than the minute that the job allows for.
  const limit = UNTIL.getTime() + 60_000;
  const events = await eventsOfClient(demo.client_id);
  expect(events.length).toBeGreaterThan(100);
  expect(events.filter(({ type }) => type === 'LeftMessageHandled')).toHaveLength(1);
  expect(
    events.filter(({ type, metadata }) => type === 'GoldenRunCompleted' && metadata.actor.role !== 'System'),
  ).toEqual([]);
  expect(events.filter(({ metadata }) => Date.parse(metadata.at) >= limit)).toEqual([]);

  await editAsUser(demo);
  const head = await api.head();
  await fill();
  expect(await api.head()).toBe(head);

  const { email, password } = signIn;
  const { body: session } = await api.callInOrder('POST', '/api/ai/client-auth/login', {
    body: { email, password },
  });
  const get = async (path: string) => {
    const { status, body } = await api.callInOrder('GET', `/api/ai/${path}`, { token: session.token });
    expect(status, path).toBe(200);
    return body;
  };
  const ofClient = `client/${demo.client_id}`;

  const pages = await get(`learned-pages/${ofClient}`);
  expect(pages).toMatchObject({ indexed: Object.keys(HARBOR_BAKERY.pages).length, scraping: false });
  expect(new Set(pages.pages.map(({ status }: { status: string }) => status))).toEqual(
    new Set(['completed', 'ignored', 'error']),
  );

  const { conversations } = await get(`conversations/${ofClient}`);
  expect(conversations[0]).toMatchObject({ source: 'website', domain: 'assistant-client.example' });
  const only = async (filter: string) =>
    (await get(`conversations/${ofClient}?only=${filter}`)).conversations.length;
  expect(await only('unanswered')).toBeGreaterThan(0);
  expect(await only('rated_down')).toBeGreaterThan(0);
  const exchanges = (
    await Promise.all(conversations.map(({ id }: { id: string }) => get(`conversations/${ofClient}/${id}`)))
  ).flatMap((each) => each.exchanges);
  expect(exchanges.some(({ citations }) => citations.length > 0)).toBe(true);
  expect(exchanges.some(({ rating }) => rating === 'up')).toBe(true);

  const golden = await get(`golden-questions/${ofClient}`);
  const results = golden.questions.map(
    ({ result }: { result: { passed: boolean } | null }) => result?.passed,
  );
  expect(results).toHaveLength(HARBOR_BAKERY.goldenQuestions.length);
  expect(new Set(results)).toEqual(new Set([true, false]));
  // Requested by the client, after each approved answer, and after the second crawl.
  expect(golden.runs).toHaveLength(2 + HARBOR_BAKERY.approvedAnswers.length);

  const approved = await get(`approved-answers/${ofClient}`);
  expect(approved.map((each: { review_since: string | null }) => each.review_since !== null)).toEqual([
    true,
    false,
  ]);
  expect((await get(`content-requests/${ofClient}`)).requests).toHaveLength(
    HARBOR_BAKERY.contentRequests.length,
  );
  expect((await get(`left-messages/${ofClient}`)).counts).toEqual({ open: 3, handled: 0 });
  const { billing_info } = await get(`billing/usage/${demo.client_id}`);
  const monthOf = (at: Date) => at.toISOString().slice(0, 7);
  const planned = planConversations(HARBOR_BAKERY, demo.client_id, UNTIL).flatMap(
    ({ questions }) => questions,
  );
  const isUsed = planned.some(({ at }) => monthOf(at) === monthOf(UNTIL));
  expect(billing_info.usage_percentage > 0).toBe(isUsed);
});
