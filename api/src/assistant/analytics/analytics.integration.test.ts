import { randomUUID } from 'node:crypto';
import { type RecordedEvent, SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { eventually, startTestApi, testClient } from '../../testing/api.ts';
import { converse } from '../../testing/conversations.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { billingReactor, billingTasks } from '../billing/tasks.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let staff: string;
let owner: { token: string; clientId: string };
let otherClient: { token: string; clientId: string };

const DAY_MS = 86_400_000;
const now = Date.now();
/** Returns the start of a day in UTC, which is the clients' time zone. */
const dayStart = (daysAgo: number) =>
  `${new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10)}T00:00:00.500Z`;
const dateOf = (daysAgo: number) => dayStart(daysAgo).slice(0, 10);

beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  staff = (await api.signIn('SuperAdmin')).token;
  const signIn = async () => {
    const { token, clientId = '' } = await api.signIn('ClientUser');
    return { token, clientId };
  };
  owner = await signIn();
  otherClient = await signIn();
  const { clientId } = owner;
  await converse(api.ports, clientId, [
    { question: 'How much does delivery cost?', at: dayStart(1), answered: true, rating: 'up' },
    { question: 'What is the price of delivery, much?', at: dayStart(1), answered: true, confidence: 0.5 },
    { question: 'hello', at: dayStart(1), answered: false, confidence: 0.1 },
  ]);
  await converse(api.ports, clientId, [
    { question: 'Do you repair bicycles on Sundays?', at: dayStart(3), answered: false, confidence: 0.2 },
    { question: 'Is there parking for trailers?', at: dayStart(3), answered: true, rating: 'down' },
    { question: 'Is the workshop open tomorrow?', at: dayStart(3) },
  ]);
  await converse(api.ports, clientId, [
    { question: 'Long ago, what was it?', at: dayStart(100), answered: true },
  ]);
  await converse(
    api.ports,
    clientId,
    [{ question: 'Our own test of this', at: dayStart(1), answered: true }],
    'test',
  );
  await converse(api.ports, otherClient.clientId, [
    { question: 'Only theirs to know?', at: dayStart(2), answered: true },
  ]);
  await recordLoads(clientId, [
    { kind: 'dynamic', domain: 'acme.example', count: 5 },
    { kind: 'direct', domain: 'acme.example', count: 2 },
    { kind: 'dynamic', domain: 'shop.example', count: 1 },
  ]);
  await eventually('all events are counted', async () => {
    const { body } = await viewOf(owner.clientId, 'usage-analytics');
    return (
      body?.load_stats?.total_loads === 8 &&
      (await viewOfAll('usage-analytics')).body.usage_stats.ai_responses > 4
    );
  });
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const recordLoads = (
  client_id: string,
  loads: { kind: 'dynamic' | 'direct'; domain: string; count: number }[],
): Promise<unknown> =>
  api.ports.commands.append({
    stream: streams.widgetLoads(client_id),
    events: [{ type: 'WidgetLoadsCounted', data: { client_id, minute: dayStart(1), loads } }],
    expectedRevision: 'any',
    commandId: client_id,
    actor: SYSTEM,
    correlationId: client_id,
  });

const get = (view: string, query: Record<string, string>, token = staff) =>
  api.call('GET', `/api/ai/analytics/${view}?${new URLSearchParams(query)}`, { token });
const viewOf = (clientId: string, view: string, query: Record<string, string> = {}) =>
  get(view, { clientId, ...query });
const viewOfAll = (view: string) => get(view, {});

describe('usage', () => {
  test('counts daily messages, sessions and loads', async () => {
    const { status, body } = await viewOf(owner.clientId, 'usage-analytics');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      clientId: owner.clientId,
      timeframe: '30d',
      filterContent: true,
      filterLevel: 'basic',
      usage_stats: {
        total_messages: 11,
        ai_responses: 5,
        user_messages: 6,
        unique_sessions: 2,
        average_messages_per_session: 5.5,
      },
      filtered_messages: 0,
      load_stats: { total_loads: 8, dynamic_loads: 6, direct_loads: 2, unique_domains: 2 },
      top_domains: [
        { domain: 'acme.example', load_count: 7 },
        { domain: 'shop.example', load_count: 1 },
      ],
      response_times: {
        first_word: { p50: 40, p90: 40, p95: 40 },
        whole_answer: { p50: 120, p90: 120, p95: 120 },
      },
      billing_info: { plan_tier: 'pro', included_messages: 4000 },
    });
    expect(body.daily_usage).toHaveLength(30);
    expect(body.daily_usage.filter((day: { total_messages: number }) => day.total_messages > 0)).toEqual([
      { date: dateOf(3), total_messages: 5, ai_messages_count: 2, non_billable_count: 3 },
      { date: dateOf(1), total_messages: 6, ai_messages_count: 3, non_billable_count: 3 },
    ]);
  });

  test.each([
    ['7d', 5],
    ['30d', 5],
    ['90d', 5],
    ['180d', 6],
    ['1y', 6],
  ])('counts the answers of %s: %d', async (timeframe, answers) => {
    const { body } = await viewOf(owner.clientId, 'usage-analytics', { timeframe });
    expect(body.usage_stats.ai_responses).toBe(answers);
  });

  test('excludes messages by filter level', async () => {
    const messageCounts = async (query: Record<string, string>) => {
      const { body } = await viewOf(owner.clientId, 'usage-analytics', query);
      return [body.usage_stats.total_messages, body.filtered_messages];
    };
    expect(await messageCounts({ filterLevel: 'basic' })).toEqual([11, 0]);
    expect(await messageCounts({ filterLevel: 'moderate' })).toEqual([9, 2]);
    expect(await messageCounts({ filterLevel: 'strict' })).toEqual([9, 2]);
    expect(await messageCounts({ filterLevel: 'strict', filterContent: 'false' })).toEqual([11, 0]);
  });

  test('sums all clients for staff', async () => {
    const { body } = await viewOfAll('usage-analytics');
    expect(body).toMatchObject({
      clientId: null,
      usage_stats: { ai_responses: 6, user_messages: 7, unique_sessions: 3 },
      billing_info: null,
    });
  });

  test('rejects unknown clients and invalid queries', async () => {
    expect((await viewOf('nobody', 'usage-analytics')).status).toBe(404);
    for (const query of [{ timeframe: '31d' }, { filterLevel: 'none' }, { filterContent: 'maybe' }]) {
      expect((await viewOf(owner.clientId, 'usage-analytics', query)).status).toBe(400);
    }
  });
});

const VIEWS = [
  'usage-analytics',
  'faq-analytics',
  'answer-quality-analytics',
  'word-cloud',
  'gaps',
  'shareable-analytics',
];

test.each(VIEWS)('shows a client only its own %s', async (view) => {
  const { status, body } = await get(view, {}, owner.token);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toMatch(/theirs/);
  expect((await get(view, { clientId: owner.clientId }, owner.token)).status).toBe(200);
  expect((await get(view, { clientId: otherClient.clientId }, owner.token)).status).toBe(403);
  expect((await get(view, { clientId: owner.clientId }, otherClient.token)).status).toBe(403);
});

test("exports only the caller's client", async () => {
  expect((await get('export', { view: 'faq', clientId: otherClient.clientId }, owner.token)).status).toBe(
    403,
  );
  const { status, headers, body } = await get('export', { view: 'faq' }, owner.token);
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(body.split('\r\n')[0]).toContain('"question","count"');
  expect(body).toContain('delivery');
  expect(body).not.toContain('theirs');
});

describe('questions', () => {
  test('with the same meaning are grouped', async () => {
    const { body } = await viewOf(owner.clientId, 'faq-analytics');
    expect(body.total_questions).toBe(6);
    expect(body.questions[0]).toMatchObject({
      question: 'How much does delivery cost?',
      count: 2,
      variants: 2,
      answered: 2,
      average_score: 1,
      thumbs_up: 1,
    });
    expect(body.questions).toHaveLength(5);
    const strict = await viewOf(owner.clientId, 'faq-analytics', { filterLevel: 'moderate' });
    expect(strict.body.questions.map(({ question }: { question: string }) => question)).not.toContain(
      'hello',
    );
  });

  test('provide the word cloud', async () => {
    const { body } = await viewOf(owner.clientId, 'word-cloud');
    expect(body.words[0]).toEqual({ word: 'delivery', count: 2 });
    expect(body.words).toContainEqual({ word: 'parking', count: 1 });
  });

  test('are gaps if unanswered, failed or rated down', async () => {
    const { body } = await viewOf(owner.clientId, 'gaps', { filterLevel: 'strict' });
    expect(
      body.gaps
        .map(({ question, unanswered, rated_down }: Record<string, unknown>) => [
          question,
          unanswered,
          rated_down,
        ])
        .sort(),
    ).toEqual([
      ['Do you repair bicycles on Sundays?', 1, 0],
      ['Is the workshop open tomorrow?', 1, 0],
      ['Is there parking for trailers?', 0, 1],
    ]);
  });
});

test('counts answers by quality', async () => {
  const { body } = await viewOf(owner.clientId, 'answer-quality-analytics');
  // One thumb up and one down; the other answers were not judged.
  expect(body).toMatchObject({
    totalResponses: 5,
    judgedResponses: 2,
    averageScore: 0.5,
    averageConfidence: 0.46,
    qualityDistribution: { excellent: 1, good: 0, fair: 0, poor: 1 },
    unanswered: 2,
    failed: 1,
    thumbs_up: 1,
    thumbs_down: 1,
  });
});

describe('report', () => {
  test('contains figures but no text of visitors', async () => {
    const { body } = await get(`shareable-analytics/${owner.clientId}`, {});
    expect(body).toMatchObject({
      client_name: `Client ${owner.clientId}`,
      report_period: { timeframe: '30d', to: dateOf(0) },
      billing_summary: { included_messages: 4000, overage_cost: 0 },
      usage_stats: { ai_responses: 5 },
    });
    expect(JSON.stringify(body)).not.toMatch(/delivery|workshop/);
    expect((await get('shareable-analytics', {})).status).toBe(400);
  });

  test('can be read through its link until it expires', async () => {
    const path = `/api/ai/analytics/shareable-analytics/${owner.clientId}/link`;
    const { status, body } = await api.call('POST', path, { token: owner.token, body: { expiresInDays: 1 } });
    expect(status).toBe(200);
    expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(DAY_MS);
    const token = new URL(body.url).searchParams.get('token') ?? '';
    const open = (signed: string) => api.call('GET', `/api/public/analytics-report/${signed}`);
    expect((await open(token)).body.report).toMatchObject({
      client_name: `Client ${owner.clientId}`,
      usage_stats: { ai_responses: 5 },
    });
    const [claims, signature] = token.split('.');
    const otherClaims = {
      ...JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()),
      clientId: otherClient.clientId,
    };
    const forged = `${Buffer.from(JSON.stringify(otherClaims)).toString('base64url')}.${signature}`;
    const expired = reportTokenOf({ ...otherClaims, expiresAt: new Date(Date.now() - 1).toISOString() });
    for (const invalidToken of [forged, expired, 'x', `${claims}.`]) {
      const rejected = await open(invalidToken);
      expect([rejected.status, rejected.body.message]).toEqual([
        404,
        'The link you followed is invalid or has expired.',
      ]);
    }
    expect((await api.call('POST', path, { token: otherClient.token, body: {} })).status).toBe(403);
  });

  test('cannot be read through a revoked link, including links from earlier releases', async () => {
    const path = `/api/ai/analytics/shareable-analytics/${owner.clientId}/link`;
    const share = async () => {
      const { body } = await api.call('POST', path, { token: owner.token, body: {} });
      return new URL(body.url).searchParams.get('token') ?? '';
    };
    const open = (signed: string) => api.call('GET', `/api/public/analytics-report/${signed}`);
    const sharedToken = await share();
    const { issuedAt: _, ...claims } = JSON.parse(
      Buffer.from(sharedToken.split('.')[0] ?? '', 'base64url').toString(),
    );
    const earlierReleaseToken = reportTokenOf(claims);
    for (const token of [sharedToken, earlierReleaseToken]) expect((await open(token)).status).toBe(200);
    expect((await api.call('DELETE', path, { token: otherClient.token })).status).toBe(403);
    expect((await api.call('DELETE', path, { token: owner.token })).body).toEqual({
      success: true,
      message: 'All public links have been revoked.',
    });
    for (const token of [sharedToken, earlierReleaseToken]) {
      const rejected = await open(token);
      expect([rejected.status, rejected.body.message]).toEqual([
        404,
        'The link you followed is invalid or has expired.',
      ]);
    }
    expect((await open(await share())).status).toBe(200);
  });

  test('cannot be read while its client is inactive, closed or without the assistant', async () => {
    const { clientId = '' } = await api.signIn('ClientUser');
    const share = `/api/ai/analytics/shareable-analytics/${clientId}/link`;
    const { body } = await api.call('POST', share, { token: staff, body: {} });
    const path = `/api/public/analytics-report/${new URL(body.url).searchParams.get('token')}`;
    const rejected = [404, 'The link you followed is invalid or has expired.'];
    const open = async () => {
      const { status, body } = await api.call('GET', path);
      return status === 200 ? 'shown' : [status, body.message];
    };
    await eventually('the shared report is available', async () => (await open()) === 'shown');
    const change = async (method: string, path: string, body: object) =>
      expect((await api.call(method, path, { token: staff, body })).status).toBe(200);
    const client = `/api/ai/clients/${clientId}`;
    const products = `/api/client-admin/client/${clientId}/products`;
    for (const [method, path, disable, enable] of [
      ['PATCH', client, { active: false }, { active: true }],
      ['POST', products, { has_ai_assistant: false }, { has_ai_assistant: true }],
    ] as const) {
      await change(method, path, disable);
      expect(await open()).toEqual(rejected);
      await change(method, path, enable);
      expect(await open()).toBe('shown');
    }
    await change('POST', `${client}/close`, { confirmation: `Client ${clientId}` });
    expect(await open()).toEqual(rejected);
  });
});

const reportTokenOf = (claims: object) => {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${text}.${api.ports.secrets.hmac('analytics report', text).toString('base64url')}`;
};

/** Returns the last millisecond of the previous month in UTC. */
const endOfLastMonth = () =>
  new Date(Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth()) - 1).toISOString();

const answerQuestions = (clientId: string, count: number, at: string) =>
  converse(
    api.ports,
    clientId,
    Array.from({ length: count }, () => ({ question: 'When?', at, answered: true })),
  );

describe('bill', () => {
  test('for a past month does not change with the time zone', async () => {
    const id = 'moving';
    await createClient(api.ports, testClient(id), { actor: SYSTEM, correlationId: id });
    await converse(api.ports, id, [{ question: 'When?', at: endOfLastMonth(), answered: true }]);
    const fetchBill = () => api.call('GET', `/api/ai/billing/usage/${id}`, { token: staff });
    const { months } = await eventually('the answers are billed', async () => {
      const { body } = await fetchBill();
      return body.months?.length === 1 && body;
    });
    expect(months).toMatchObject([{ month: endOfLastMonth().slice(0, 7), ai_messages: 1 }]);
    await api.call('PATCH', `/api/ai/clients/${id}`, { token: staff, body: { time_zone: 'Asia/Tokyo' } });
    const billInTokyo = await eventually('the time zone has changed', async () => {
      const { body } = await fetchBill();
      return body.time_zone === 'Asia/Tokyo' && body;
    });
    expect(billInTokyo.months).toEqual(months);
  });

  test('counts monthly answers and overage', async () => {
    const id = 'billed';
    await createClient(
      api.ports,
      { ...testClient(id), plan_tier: 'starter' },
      { actor: SYSTEM, correlationId: id },
    );
    const at = dayStart(0);
    const past = endOfLastMonth();
    await answerQuestions(id, 500, at);
    await answerQuestions(id, 513, at);
    await answerQuestions(id, 7, past);
    await converse(api.ports, id, [{ question: 'No answer came', at }]);
    const { body } = await eventually('the answers are billed', async () => {
      const answer = await api.call('GET', `/api/ai/billing/usage/${id}`, { token: staff });
      return answer.body.ai_messages_this_month === 1013 && answer.body.months?.length === 2 && answer;
    });
    // Computed by hand: 13 beyond 1,000 at $0.08.
    expect(body.billing_info).toEqual({
      plan_tier: 'starter',
      monthly_price: 99,
      included_messages: 1000,
      messages_remaining: 0,
      overage_messages: 13,
      overage_rate: 0.08,
      overage_cost: 1.04,
      usage_percentage: 101.3,
      status: 'over',
    });
    expect(body.months).toMatchObject([
      { month: at.slice(0, 7), ai_messages: 1013 },
      { month: past.slice(0, 7), ai_messages: 7, billing_info: { overage_cost: 0, usage_percentage: 0.7 } },
    ]);
    const { body: all } = await api.call('GET', '/api/ai/billing/usage', { token: staff });
    expect(all.clients[0]).toMatchObject({ clientId: id, ai_messages_this_month: 1013 });
    expect((await api.call('GET', `/api/ai/billing/usage/${id}`, { token: owner.token })).status).toBe(403);

    // Visitors are answered beyond the plan's limit.
    const headers = { Origin: `https://${id}.example.com` };
    const visitor = await api.call('POST', `/api/ai/widget/client/${id}/token`, { headers });
    expect(visitor.status).toBe(200);
    const ask = (conversationKey?: string) =>
      api.call('POST', '/api/ai/chat', {
        token: visitor.body.token,
        headers,
        body: { message: 'When do you open?', ...(conversationKey && { conversationKey }) },
      });
    const first = await ask();
    const next = await ask(first.body.conversationKey);
    for (const answer of [first, next]) {
      expect(answer.status).toBe(200);
      expect(answer.body.message).toMatch(/./);
    }
    await eventually('both questions are billed', async () => {
      const { body: usage } = await api.call('GET', `/api/ai/billing/usage/${id}`, { token: staff });
      return usage.ai_messages_this_month === 1015 && usage.billing_info.overage_cost === 1.2;
    });
  });
});

test('raises one alert at 80% of the plan', async () => {
  const id = 'warned';
  await createClient(
    api.ports,
    { ...testClient(id), plan_tier: 'starter' },
    { actor: SYSTEM, correlationId: id },
  );
  await answerQuestions(id, 400, dayStart(0));
  await answerQuestions(id, 399, dayStart(0));
  const worker = await startProcess('worker', api.services);
  try {
    await answerQuestions(id, 2, new Date().toISOString());
    const { body } = await eventually('the alert is raised', async () => {
      const answer = await api.call('GET', `/api/ai/billing/usage/${id}`, { token: staff });
      return answer.body.alerts?.length > 0 && answer;
    });
    expect(body.alerts).toMatchObject([
      { month: dayStart(0).slice(0, 7), percentage: 80, used_messages: 801 },
    ]);
    expect(body.billing_info).toMatchObject({ status: 'near', overage_cost: 0, messages_remaining: 199 });
  } finally {
    await worker.stop();
  }
});

test('raises an alert for a month that ended before its last answers were checked', async () => {
  const id = 'warned-late';
  await createClient(
    api.ports,
    { ...testClient(id), plan_tier: 'starter' },
    { actor: SYSTEM, correlationId: id },
  );
  const lastMonth = endOfLastMonth();
  for (let times = 0; times < 2; times++) await answerQuestions(id, 400, lastMonth);
  // The check follows an answer in the first second of this month.
  const event = {
    id: randomUUID(),
    data: { client_id: id },
    position: await api.head(),
    metadata: { correlationId: id, at: new Date(Date.parse(lastMonth) + 1_000).toISOString() },
  };
  // The event has only the fields that the reactor reads.
  const [job] = billingReactor.on.QuestionAnswered?.(event as RecordedEvent<'QuestionAnswered'>) ?? [];
  await billingTasks(api.ports)['billing.check'](job?.payload);
  const alerts = await eventually('the alert is raised', async () => {
    const { body } = await api.call('GET', `/api/ai/billing/usage/${id}`, { token: staff });
    return body.alerts?.length > 0 && body.alerts;
  });
  expect(alerts).toMatchObject([{ month: lastMonth.slice(0, 7), percentage: 80, used_messages: 800 }]);
});

/** Spec 002 §9. */
test('lists ten domains, rounds messages per session, and has no score without judged answers', async () => {
  const id = 'many-domains';
  await createClient(api.ports, testClient(id), { actor: SYSTEM, correlationId: id });
  for (const questions of [1, 1, 2]) {
    await answerQuestions(id, questions, dayStart(1));
  }
  const domains = Array.from({ length: 11 }, (_, index) => `shop-${index + 10}.example`);
  await recordLoads(
    id,
    domains.map((domain, index) => ({ kind: 'direct', domain, count: index + 1 })),
  );
  const { body } = await eventually('the answers are counted', async () => {
    const answer = await viewOf(id, 'usage-analytics');
    const { load_stats, usage_stats } = answer.body;
    return load_stats?.total_loads === 66 && usage_stats.ai_responses === 4 && answer;
  });
  expect(body.load_stats.unique_domains).toBe(11);
  expect(body.top_domains.map(({ domain }: { domain: string }) => domain)).toEqual(
    domains.toReversed().slice(0, 10),
  );
  // 8 messages in 3 sessions are 2.666… per session.
  expect(body.usage_stats.average_messages_per_session).toBe(2.7);
  expect((await viewOf(id, 'answer-quality-analytics')).body).toMatchObject({
    totalResponses: 4,
    judgedResponses: 0,
    averageScore: null,
    qualityDistribution: { excellent: 0, good: 0, fair: 0, poor: 0 },
  });
});

// Must run last, because it resets the figures that the other tests read.
test('resets analytics after confirmation but keeps bills and the log', async () => {
  const path = `/api/ai/analytics/reset-client-data/${owner.clientId}`;
  for (const body of [{}, { confirmation: 'delete' }]) {
    const { status, body: rejected } = await api.call('DELETE', path, { token: owner.token, body });
    expect([status, rejected.message]).toEqual([422, 'Type DELETE_ALL_DATA to reset the analytics data.']);
  }
  const confirmed = { token: owner.token, body: { confirmation: 'DELETE_ALL_DATA' } };
  expect((await api.call('DELETE', `${path}x`, { ...confirmed, token: staff })).status).toBe(404);
  const billBefore = await api.call('GET', `/api/ai/billing/usage/${owner.clientId}`, { token: staff });
  const { status, body, headers } = await api.call('DELETE', path, confirmed);
  expect([status, body]).toEqual([200, { success: true, message: 'Analytics data reset successfully' }]);
  const after = { 'X-Min-Position': headers.get('X-Event-Position') ?? '' };
  const usage = await api.call(
    'GET',
    `/api/ai/analytics/usage-analytics?clientId=${owner.clientId}&timeframe=1y`,
    {
      token: staff,
      headers: after,
    },
  );
  expect(usage.body).toMatchObject({
    usage_stats: { total_messages: 0, unique_sessions: 0 },
    load_stats: { total_loads: 0 },
    response_times: { first_word: null },
  });
  expect((await viewOf(owner.clientId, 'faq-analytics', { timeframe: '1y' })).body.questions).toEqual([]);
  expect((await api.call('GET', `/api/ai/billing/usage/${owner.clientId}`, { token: staff })).body).toEqual(
    billBefore.body,
  );
  expect((await viewOf(otherClient.clientId, 'usage-analytics')).body.usage_stats.ai_responses).toBe(1);
});
