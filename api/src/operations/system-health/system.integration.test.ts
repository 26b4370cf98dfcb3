import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { SYSTEM, streams } from '@landline/event-schemas';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { eventually, startApiOn, startTestApi, testClient } from '../../testing/api.ts';
import { converse } from '../../testing/conversations.ts';
import { appendPastEvents } from '../../testing/past-events.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { databaseHealth } from './contract.ts';
import { checkSecurity } from './security-checks.ts';
import { aiSystemConfig, clientSystemStatus, securityConfig } from './status-contract.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess | undefined;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  token = (await api.signIn('SuperAdmin')).token;
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const read = async (path: string) => {
  const { status, body } = await api.call('GET', `/api/admin/${path}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

test('counts clients, plans, widgets and content', async () => {
  await api.signIn('ClientUser');
  const status = await eventually('the client is counted', async () => {
    const { data } = clientSystemStatus.parse(await read('client-system-status'));
    return data.clientStats.totalActiveClients === 1 && data.clientStats.activityRate === 1 && data;
  });
  expect(status).toEqual({
    clientStats: {
      totalActiveClients: 1,
      activityRate: 1,
      messagesToday: 0,
      planDistribution: { starter: 0, pro: 1, elite: 0 },
    },
    widgetDeployment: {
      activeWidgets: 0,
      loadsToday: 0,
      uniqueDomains: 0,
      avgLoadTime: null,
      topDomains: [],
    },
    contentStatus: {
      totalPages: 0,
      avgContentAge: null,
      scrapingQueue: 0,
      lastScrapeTime: null,
      pagesScrapedToday: 0,
      scrapeSuccessRate: null,
    },
    brandingSettings: {
      customBrandedClients: 0,
      defaultBrandingClients: 1,
      customThemes: 0,
      logoUploads: 0,
      popularCustomizations: [],
    },
  });
});

test('has no averages without answers', async () => {
  const { data } = aiSystemConfig.parse(await read('ai-system-config'));
  expect(data).toEqual({
    qualityMetrics: {
      totalResponses: 0,
      averageScore: null,
      averageConfidence: null,
      qualityDistribution: { excellent: 0, good: 0, fair: 0, poor: 0 },
    },
    openaiUsage: {
      totalTokens: 0,
      inputTokens: 0,
      outputTokens: 0,
      totalCost: 0,
      note: 'No model is configured. Answers are quoted from pages and use no tokens.',
      modelBreakdown: [],
    },
    cachePerformance: {
      hitRate: null,
      totalEntries: 0,
      avgResponseTime: null,
      tokensSaved: 0,
      costSaved: 0,
    },
    modelSettings: {
      primaryModel: null,
      defaultTemperature: null,
      maxTokens: null,
      activeClients: 0,
      passages: 0,
      modelVersions: [],
    },
  });
});

test('excludes questions on the test page from activity, messages and quality', async () => {
  const { clientId = '' } = await api.signIn('ClientUser');
  const idleClient = `idle-${randomUUID()}`;
  await createClient(api.ports, testClient(idleClient), { actor: SYSTEM, correlationId: idleClient });
  const exchange = { question: 'When do you open?', at: new Date().toISOString(), answered: true };
  await api.ports.commands.append({
    stream: streams.widgetLoads(clientId),
    events: [
      {
        type: 'WidgetLoadsCounted',
        data: {
          client_id: clientId,
          minute: exchange.at,
          loads: [{ kind: 'direct', domain: 'acme.example', count: 1 }],
        },
      },
    ],
    expectedRevision: 'any',
    commandId: clientId,
    actor: SYSTEM,
    correlationId: clientId,
  });
  await converse(api.ports, clientId, [{ ...exchange, confidence: 0.1 }], 'test');
  await converse(api.ports, idleClient, [exchange], 'test');
  await converse(api.ports, clientId, [{ ...exchange, confidence: 0.5, rating: 'up' }]);
  const { clientStats, widgetDeployment } = await eventually('the visitor is counted', async () => {
    const { data } = clientSystemStatus.parse(await read('client-system-status'));
    const isRead = data.widgetDeployment.topDomains.some(({ messages }) => messages > 0);
    const { messagesToday, totalActiveClients } = data.clientStats;
    return messagesToday > 1 && totalActiveClients === 3 && isRead && data;
  });
  expect(clientStats.messagesToday).toBe(2);
  expect(clientStats.activityRate).toBeCloseTo(2 / 3);
  expect(widgetDeployment.topDomains).toEqual([{ name: 'acme.example', loads: 1, messages: 1 }]);
  const { data } = aiSystemConfig.parse(await read('ai-system-config'));
  expect(data.qualityMetrics).toEqual({
    totalResponses: 1,
    averageScore: 1,
    averageConfidence: 0.5,
    qualityDistribution: { excellent: 1, good: 0, fair: 0, poor: 0 },
  });
});

test('leaves the pages of a closed client out of the figures about crawls', async () => {
  const { clientId = '' } = await api.signIn('ClientUser');
  const pages = Array.from({ length: 1_001 }, (_, n) => ({
    type: 'PageAdded' as const,
    data: {
      page_id: `${clientId}-${n}`,
      client_id: clientId,
      url: `https://acme.example/${n}`,
      priority: 5,
      is_custom: false,
    },
  }));
  await api.ports.commands.append({
    stream: streams.page(`${clientId}-0`),
    events: pages,
    expectedRevision: 'any',
    commandId: randomUUID(),
    actor: SYSTEM,
    correlationId: clientId,
  });
  const figures = async () => {
    const { contentStatus } = clientSystemStatus.parse(await read('client-system-status')).data;
    const worker = await api.call('GET', '/api/ai/scraping/worker-status', { token });
    const { alerts } = databaseHealth.parse(await read('database-health')).data;
    return {
      total: contentStatus.totalPages,
      queue: contentStatus.scrapingQueue,
      pending: worker.body.pendingPages,
      alerts: alerts.flatMap(({ message }) => (message.includes('waiting to be crawled') ? message : [])),
    };
  };
  const waitUntilCounted = (count: number) =>
    eventually(`${count} pages are counted`, async () => {
      const current = await figures();
      return current.total === count && current;
    });
  expect(await waitUntilCounted(pages.length)).toEqual({
    total: pages.length,
    queue: pages.length,
    pending: pages.length,
    alerts: ['1001 pages are waiting to be crawled'],
  });
  const closed = await api.call('POST', `/api/ai/clients/${clientId}/close`, {
    token,
    body: { confirmation: `Client ${clientId}` },
  });
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  expect(await waitUntilCounted(0)).toEqual({ total: 0, queue: 0, pending: 0, alerts: [] });
});

test('averages the response times of the last 24 hours only', async () => {
  const { clientId: client_id = '' } = await api.signIn('ClientUser');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const scrape = (page_id: string, at: string, fetch_ms: number) => {
    const page = { page_id, client_id };
    return appendPastEvents(
      api.ports,
      streams.page(page_id),
      at,
      {
        type: 'PageAdded',
        data: { ...page, url: `https://acme.example/${page_id}`, priority: 5, is_custom: false },
      },
      {
        type: 'PageScraped',
        data: { ...page, title: 'Page', content_hash: page_id, passages: 1, changed: true, fetch_ms },
      },
    );
  };
  await scrape('scraped-today', daysAgo(0), 100);
  await scrape('ignored-today', daysAgo(2), 900);
  await appendPastEvents(api.ports, streams.page('ignored-today'), daysAgo(0), {
    type: 'PageIgnored',
    data: { page_id: 'ignored-today', client_id, stage: 'robots', reason: 'Excluded' },
  });
  const worker = await eventually('both visits are counted', async () => {
    const { body } = await api.call('GET', '/api/ai/scraping/worker-status', { token });
    return body.scrapedLast24h === 2 && body;
  });
  expect(worker.avgResponseTime).toBe(100);
});

const security = async () => securityConfig.parse(await read('security-config')).data;

test('counts failed sign-ins, reports password guessing as an attack, and lists failed checks', async () => {
  const { email } = await api.signIn('Manager');
  const before = await security();
  expect(before.attackDetection).toEqual({
    blockedAttacks24h: 0,
    uniqueIPsBlocked: 0,
    lastAttackTime: null,
    attackTypes: [],
    topBlockedIPs: [],
  });
  expect(before.authMetrics).toMatchObject({ failedLogins24h: 0, successRate: 1 });
  const { requestLimit } = before.rateLimitingStatus;
  const credentials = { email, password: 'wrong' };
  for (let attempt = 0; attempt <= requestLimit; attempt++)
    await api.call('POST', '/api/auth/login', { body: credentials });

  const { attackDetection, rateLimitingStatus, securityHealth, authMetrics } = await security();
  expect(attackDetection).toMatchObject({
    blockedAttacks24h: 1,
    uniqueIPsBlocked: 1,
    attackTypes: [{ name: 'Password guessing', count: 1 }],
    topBlockedIPs: [{ address: '127.0.0.0/24', attempts: 1 }],
  });
  expect(Date.now() - Date.parse(attackDetection.lastAttackTime ?? '')).toBeLessThan(3 * 60_000);
  expect(rateLimitingStatus).toMatchObject({
    isActive: true,
    windowSize: 15,
    requestLimit: 10,
    rateLimitHits24h: 1,
  });
  expect(rateLimitingStatus.limits).toContainEqual(
    expect.objectContaining({ name: 'Sign-in', requestLimit: 10, windowSize: 15, hits24h: 1 }),
  );
  expect(authMetrics.failedLogins24h).toBe(requestLimit);
  expect(authMetrics.activeSessions).toBeGreaterThanOrEqual(2);
  const succeeded = authMetrics.patterns.find(({ name }) => name === 'Succeeded')?.count ?? 0;
  expect(authMetrics.successRate).toBeCloseTo(succeeded / (succeeded + requestLimit));
  expect(authMetrics.patterns).toContainEqual({ name: 'Too many attempts', count: 1 });
  expect(authMetrics.suspiciousActivity).toEqual([
    {
      name: 'Email addresses with 10 or more failed sign-ins from unrecognized browsers in the current one-hour window',
      count: 1,
    },
  ]);
  const failing = securityHealth.checks.filter(({ status }) => status === 'fail').map(({ name }) => name);
  expect(failing).toEqual(['Encrypted connections', 'Two-factor sign-in of staff']);
  expect(securityHealth).toMatchObject({ sslStatus: 'off', headersScore: 1 });
  expect(securityHealth.overallScore).toBeCloseTo(1 - failing.length / securityHealth.checks.length);
});

test('does not count a wrong password in the account settings as a failed sign-in', async () => {
  const before = await security();
  const { token: session } = await api.signIn('Manager');
  for (let attempt = 0; attempt <= 10; attempt++)
    await api.call('POST', '/api/auth/totp', { token: session, body: { password: 'wrong' } });
  const after = await security();
  const limit = (name: string) => after.rateLimitingStatus.limits.find((each) => each.name === name);
  expect(limit('Password confirmation')).toMatchObject({ hits24h: 1, active: 1 });
  expect(limit('Public forms')).toMatchObject({ hits24h: 0 });
  expect(after.authMetrics.failedLogins24h).toBe(before.authMetrics.failedLogins24h);
  expect(after.authMetrics.suspiciousActivity).toEqual(before.authMetrics.suspiciousActivity);
});

test('rates neither the headers nor the sign-in if the API does not respond to itself', async () => {
  const { checks, headersScore, overallScore } = await checkSecurity(api.ports, 'http://127.0.0.1:1');
  const note = 'The check could not reach this API. Refresh to try again.';
  const unknown = checks.filter(({ status }) => status === 'unknown');
  expect(unknown).toEqual([
    { name: 'Security headers', status: 'unknown', note },
    { name: 'Sign-in required', status: 'unknown', note },
  ]);
  expect(headersScore).toBeNull();
  const passed = checks.filter(({ status }) => status === 'pass').length;
  expect(overallScore).toBe(passed / (checks.length - unknown.length));
});

test('names the files with secrets that other users of the machine can read', async () => {
  const DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'secrets-'));
  const ports = { ...api.ports, config: { ...api.ports.config, DATA_DIR } };
  const secretsCheck = async () => {
    const { checks } = await checkSecurity(ports, 'http://127.0.0.1:1');
    return checks.find(({ name }) => name === 'Files with secrets');
  };
  await mkdir(path.join(DATA_DIR, 'postgres'));
  const files = ['jwt-secret', 'services.json', 'postgres/password'];
  for (const file of files) await writeFile(path.join(DATA_DIR, file), 'secret', { mode: 0o600 });
  expect(await secretsCheck()).toMatchObject({ status: 'pass' });
  for (const file of files) await chmod(path.join(DATA_DIR, file), 0o644);
  expect(await secretsCheck()).toMatchObject({
    status: 'fail',
    note: 'Other users of this machine can read jwt-secret, services.json, postgres/password.',
  });
  await rm(DATA_DIR, { recursive: true });
});

test('counts forged tokens and form spam as attacks, but not foreign or expired tokens', async () => {
  const { attackTypes: before } = (await security()).attackDetection;
  const claims = { sid: randomUUID(), iss: 'landline' };
  const forged = [
    jwt.sign(claims, 'somebody else’s secret', { expiresIn: 60 }),
    jwt.sign(claims, '', { algorithm: 'none', expiresIn: 60 }),
  ];
  const innocent = ['no token', jwt.sign({ ...claims, iss: 'another product' }, 'a secret of its own')];
  for (const rejectedToken of [...forged, ...innocent])
    expect((await api.call('GET', '/api/admin/security-config', { token: rejectedToken })).status).toBe(401);
  const form = { email: 'robin@example.com', status: 'subscribed' };
  const accepted = await api.call('POST', '/api/newsletter/subscribe', {
    body: { ...form, website: 'http://spam.example' },
  });
  expect(accepted.status).toBe(200);
  const rejected = await api.call('POST', '/api/newsletter/subscribe', {
    body: { ...form, formToken: 'a.1.b' },
  });
  expect(rejected.status).toBe(422);

  const { attackTypes, topBlockedIPs } = (await security()).attackDetection;
  const names = before.map(({ name }) => name);
  expect(attackTypes.filter(({ name }) => !names.includes(name))).toEqual([
    { name: 'Forged session tokens', count: 2 },
    { name: 'Spam in public forms', count: 2 },
  ]);
  expect(topBlockedIPs).toEqual([{ address: '127.0.0.0/24', attempts: expect.any(Number) }]);
});

test('counts cross-site requests across restarts without storing addresses', async () => {
  const headers = { Origin: 'https://evil.example' };
  expect((await api.call('POST', '/api/auth/logout', { headers })).status).toBe(403);
  const { attackDetection, authMetrics } = await security();
  expect(attackDetection.attackTypes).toContainEqual({ name: 'Requests from other sites', count: 1 });

  const another = await startApiOn(api.services);
  try {
    const { body } = await another.call('GET', '/api/admin/security-config', { token });
    const after = securityConfig.parse(body).data;
    expect(after.attackDetection).toEqual(attackDetection);
    expect(after.authMetrics.failedLogins24h).toBe(authMetrics.failedLogins24h);
  } finally {
    await another.stop();
  }
  const { rows } = await api.ports.pg.query(
    `SELECT to_jsonb(kept)::text AS row FROM api.blocked_address AS kept
     UNION ALL SELECT to_jsonb(kept)::text FROM api.tally AS kept`,
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { row } of rows) expect(row).not.toMatch(/127\.0\.0\.1|@example/);
});

test('counts the addresses of the same 24 hours as the attacks', async () => {
  const { pg, requestCounter } = api.ports;
  await requestCounter.flush();
  await pg.query('TRUNCATE api.tally, api.blocked_address');
  for (const [digest, age] of [
    ['too old', '24 hours 5 minutes'],
    ['recent', '23 hours 55 minutes'],
  ]) {
    await pg.query(
      `INSERT INTO api.tally (minute, what, which, count, milliseconds)
       VALUES (date_trunc('minute', now() - $1::interval), 'attack', 'form_spam', 1, 0)`,
      [age],
    );
    await pg.query(
      `INSERT INTO api.blocked_address (hour, digest, network, attempts, last_minute)
       VALUES (date_trunc('hour', now() - $1::interval), $2, '192.0.2.0/24', 1, date_trunc('minute', now() - $1::interval))`,
      [age, Buffer.from(digest ?? '')],
    );
  }
  expect((await security()).attackDetection).toMatchObject({
    blockedAttacks24h: 1,
    uniqueIPsBlocked: 1,
    topBlockedIPs: [{ address: '192.0.2.0/24', attempts: 1 }],
  });
});
