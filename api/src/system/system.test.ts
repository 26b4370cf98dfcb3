import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi } from '../testing/api.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';
import { aiSystemConfig, clientSystemStatus, securityConfig } from './contract.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: Sibling | undefined;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startSibling('projections', api.services);
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

test('clients, plans, widgets and content are counted', async () => {
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
    widgetDeployment: { activeWidgets: 0, loadsToday: 0, uniqueDomains: 0, topDomains: [] },
    contentStatus: {
      totalPages: 0,
      avgContentAge: null,
      scrapingQueue: 0,
      lastScrapeTime: null,
      pagesScrapedToday: 0,
      scrapeSuccessRate: null,
    },
    brandingSettings: { customBrandedClients: 0, defaultBrandingClients: 1 },
  });
});

test('answers that nobody has asked for yet have no average', async () => {
  const { data } = aiSystemConfig.parse(await read('ai-system-config'));
  expect(data).toEqual({
    qualityMetrics: {
      totalResponses: 0,
      averageScore: null,
      averageConfidence: null,
      qualityDistribution: { excellent: 0, good: 0, fair: 0, poor: 0 },
    },
    modelSettings: { primaryModel: null, activeClients: 0, passages: 0 },
  });
});

test('failed sign-ins count, one account that is tried too often is blocked, and what could be safer is named', async () => {
  const { email } = await api.signIn('Manager');
  const before = securityConfig.parse(await read('security-config')).data;
  expect(before.attackDetection.blockedNow).toBe(0);
  for (let attempt = 0; attempt <= before.rateLimitingStatus.requestLimit; attempt++) {
    await api.call('POST', '/api/auth/login', { body: { email, password: 'wrong' } });
  }
  const { data } = securityConfig.parse(await read('security-config'));
  expect(data.attackDetection.blockedNow).toBe(1);
  expect(data.authMetrics.failedLogins - before.authMetrics.failedLogins).toBeGreaterThanOrEqual(10);
  expect(data.authMetrics.activeSessions).toBeGreaterThanOrEqual(2);
  expect(data.rateLimitingStatus).toMatchObject({ isActive: true, windowSize: 15, requestLimit: 10 });
  const failing = data.securityHealth.checks.filter(({ status }) => status === 'fail');
  expect(failing.map(({ name }) => name)).toContain('Encrypted connections');
  expect(data.securityHealth.overallScore).toBeCloseTo(
    1 - failing.length / data.securityHealth.checks.length,
  );
});
