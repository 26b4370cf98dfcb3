import { createHmac, randomUUID } from 'node:crypto';
import vm from 'node:vm';
import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import {
  type ApiResponse,
  eventually,
  startApiOn,
  startTestApi,
  type TestApi,
  testClient,
} from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { createWidgetDirectory } from '../../testing/widget.ts';
import { storePageContent } from '../answers/page-content.ts';
import { passagesOf } from '../answers/passages.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let secondApi: TestApi;
let projections: TestProcess;
let web: Awaited<ReturnType<typeof createWidgetDirectory>>;
let admin: string;
let superAdmin: string;
beforeAll(async () => {
  web = await createWidgetDirectory();
  const options = { variables: { WEB_DIR: web.dir } };
  api = await startTestApi(options);
  secondApi = await startApiOn(api.services, options);
  projections = await startProcess('projections', api.services);
  admin = (await api.signIn('Admin')).token;
  superAdmin = (await api.signIn('SuperAdmin')).token;
  for (const id of ['bakery', 'garage']) {
    await createClient(api.ports, testClient(id), { actor: SYSTEM, correlationId: id });
    await learn(id, `The ${id} opens at 7 am from Tuesday to Sunday, and closes at noon.`);
  }
  await eventually('both clients are in the read models', async () => (await load('garage')).status === 200);
  // These tests exceed the default rate limit on a fast machine.
  await staff('POST', 'bakery', 'security', { rateLimitPerMinute: 1_000 });
  await eventually('the limit is in the read model', async () => {
    const { body } = await staff('GET', 'bakery', 'security');
    return body.rateLimitPerMinute === 1_000;
  });
});
afterAll(async () => {
  await projections?.stop();
  await secondApi?.stop();
  await api?.stopAll();
  await web?.remove();
});

const learn = (clientId: string, text: string) =>
  storePageContent(
    api.ports.pool,
    {
      clientId,
      pageId: 'p1',
      url: `https://${clientId}.example.com/`,
      title: 'Home',
      passages: passagesOf([{ heading: 'Welcome', text }]),
    },
    500,
  );

const SITE = 'https://bakery.example.com';
const path = (client: string, call: string) => `/api/ai/widget/client/${client}/${call}`;
const load = (client: string, headers = {}) =>
  api.call('GET', `/api/ai/widget/loader/${client}.js`, { headers });
const staff = (method: string, client: string, call: string, body?: unknown) =>
  api.call(method, path(client, call), { token: admin, body });

async function tokenFor(client: string, origin: string): Promise<ApiResponse> {
  return api.call('POST', path(client, 'token'), { headers: { Origin: origin } });
}
/** Calls a widget route from a site, by default from the bakery's. */
const widgetCall = (call: string, token: string, body: unknown, origin = SITE, server: TestApi = api) =>
  server.call('POST', `/api/ai/chat${call}`, { token, body, headers: { Origin: origin } });

async function askQuestion(client: string, origin: string, body: object = {}) {
  const { token } = (await tokenFor(client, origin)).body;
  const response = await widgetCall('', token, { message: 'When do you open?', ...body }, origin);
  return { token, ...response };
}

describe('widget token', () => {
  test('is issued to authorized sites only', async () => {
    for (const origin of [SITE, 'https://www.bakery.example.com', 'http://bakery.example.com:8080']) {
      const { status, headers } = await tokenFor('bakery', origin);
      expect([origin, status, headers.get('Access-Control-Allow-Origin')]).toEqual([origin, 200, origin]);
    }
    for (const origin of ['https://evil.example', 'https://bakery.example.com.evil.example', 'null']) {
      const { status, headers } = await tokenFor('bakery', origin);
      expect([origin, status, headers.get('Access-Control-Allow-Origin')]).toEqual([origin, 403, null]);
    }
    expect((await api.call('POST', path('bakery', 'token'))).status).toBe(403);
    expect((await tokenFor('nobody', SITE)).status).toBe(404);
  });

  test('is rejected if it is forged, expired, a session token or used from another site', async () => {
    const { token } = (await tokenFor('bakery', SITE)).body;
    const question = { message: 'When do you open?' };
    expect((await widgetCall('', token, question)).status).toBe(200);
    expect((await widgetCall('', token, question, 'https://www.bakery.example.com')).status).toBe(403);
    expect((await widgetCall('', token, question, 'https://evil.example')).status).toBe(403);
    const [header, payload] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const otherPayload = Buffer.from(JSON.stringify({ ...claims, sub: 'garage' })).toString('base64url');
    const unsignedHeader = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const guessedSignature = createHmac('sha256', 'guess')
      .update(`${header}.${otherPayload}`)
      .digest('base64url');
    for (const invalidToken of [
      `${header}.${otherPayload}.x`,
      `${unsignedHeader}.${otherPayload}.`,
      `${header}.${otherPayload}.${guessedSignature}`,
      jwtOf({ ...claims, exp: 1 }),
      '',
    ]) {
      expect((await widgetCall('', invalidToken, question)).status).toBe(401);
    }
    // Widget and session tokens are not interchangeable.
    expect((await api.call('GET', '/api/ai/clients', { token })).status).toBe(401);
    expect((await widgetCall('/conversation', admin, {})).status).toBe(401);
  });

  test('is rejected after its site loses authorization', async () => {
    await staff('POST', 'bakery', 'domains', { domains: ['*.shop.example.org'] });
    const origin = 'https://fresh.shop.example.org';
    const { token } = await eventually('the site is authorized', async () => {
      const { status, body } = await tokenFor('bakery', origin);
      return status === 200 && body;
    });
    expect((await tokenFor('bakery', 'https://shop.example.org')).status).toBe(403);
    await staff('POST', 'bakery', 'domains', { domains: [] });
    await eventually('the token is rejected', async () => {
      const { status } = await widgetCall('/conversation', token, {}, origin);
      return status === 403;
    });
  });

  /** Signs a token as the API would. */
  function jwtOf(claims: object): string {
    const key = createHmac('sha256', api.ports.config.JWT_SECRET).update('widget tokens').digest();
    const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    return `${parts.join('.')}.${createHmac('sha256', key).update(parts.join('.')).digest('base64url')}`;
  }
});

describe('conversation', () => {
  test('of another client cannot be read, continued or rated', async () => {
    const conversation = await askQuestion('bakery', SITE);
    expect(conversation.body).toMatchObject({ answered: true });
    const { conversationKey, questionId } = conversation.body;
    const otherOrigin = 'https://garage.example.com';
    const { token } = (await tokenFor('garage', otherOrigin)).body;
    const earlierExchanges = await widgetCall('/conversation', token, { conversationKey }, otherOrigin);
    expect(earlierExchanges.body).toEqual({ conversationKey: null, exchanges: [] });
    const rating = await widgetCall(
      '/feedback',
      token,
      { conversationKey, questionId, rating: 'up' },
      otherOrigin,
    );
    expect(rating.status).toBe(404);
    const continued = await widgetCall('', token, { message: 'And then?', conversationKey }, otherOrigin);
    expect(continued.body.conversationKey).not.toBe(conversationKey);
    expect((await widgetCall('', token, { message: 'Hi', clientId: 'bakery' }, otherOrigin)).status).toBe(
      403,
    );
    const unchanged = await widgetCall('/conversation', conversation.token, { conversationKey });
    expect(unchanged.body.exchanges).toHaveLength(1);
    const { token: user } = await api.signIn('ClientUser');
    for (const [method, url] of [
      ['GET', '/api/ai/conversations/client/bakery'],
      ['GET', `/api/ai/conversations/client/bakery/${conversationKey.split('.')[0]}`],
      ['GET', '/api/ai/left-messages/client/bakery'],
      ['POST', `/api/ai/left-messages/client/bakery/${randomUUID()}/handle`],
    ] as const) {
      expect([url, (await api.call(method, url, { token: user })).status]).toEqual([url, 403]);
    }
  });

  test('is reopened only for its signed user, and not by a question without its key', async () => {
    const { secret } = (await staff('POST', 'bakery', 'secret')).body;
    const signature = (userId: string, key = secret) =>
      createHmac('sha256', key).update(userId).digest('hex');
    const ada = { userId: 'ada', userSignature: signature('ada') };
    const first = await eventually('the new secret is in the read model', async () => {
      const { body, token } = await askQuestion('bakery', SITE, ada);
      const again = await widgetCall('/conversation', token, ada);
      return again.body.conversationKey !== null && { ...body, token };
    });
    const { conversationKey } = (await widgetCall('', first.token, { message: 'New one?', ...ada })).body;
    const started = await widgetCall('/conversation', first.token, { conversationKey });
    expect(started.body.exchanges).toHaveLength(1);
    for (const claim of [
      { userId: 'ada' },
      { userId: 'ada', userSignature: '' },
      { userId: 'ada', userSignature: signature('bob') },
      { userId: 'ada', userSignature: signature('ada', 'guess') },
    ]) {
      const { body } = await widgetCall('/conversation', first.token, claim);
      expect(body).toEqual({ conversationKey: null, exchanges: [] });
    }
    const bob = { userId: 'bob', userSignature: signature('bob') };
    const opened = await widgetCall('/conversation', first.token, { conversationKey, ...bob });
    expect(opened.body).toEqual({ conversationKey: null, exchanges: [] });
    const asked = await widgetCall('', first.token, { message: 'And me?', conversationKey, ...bob });
    expect(asked.body.conversationKey).not.toBe(conversationKey);
    await staff('POST', 'bakery', 'secret');
    await eventually('the previous secret no longer works', async () => {
      const { body } = await widgetCall('/conversation', first.token, ada);
      return body.conversationKey === null;
    });
  });

  test('keeps one rating per answer, which can be changed and removed', async () => {
    const { body, token } = await askQuestion('bakery', SITE);
    const { conversationKey, questionId } = body;
    for (const rating of ['up', 'down', 'down', null]) {
      const { status } = await widgetCall('/feedback', token, { conversationKey, questionId, rating });
      expect(status).toBe(200);
      const { exchanges } = (await widgetCall('/conversation', token, { conversationKey })).body;
      expect(exchanges).toMatchObject([{ questionId, rating }]);
    }
    const unknown = { conversationKey, questionId: randomUUID(), rating: 'up' };
    expect((await widgetCall('/feedback', token, unknown)).status).toBe(404);
  });
});

describe('markup', () => {
  /** Each has at most 20 characters, so that every text field accepts it. */
  const ATTACKS = [
    '</script><script>',
    '"};attacked=1;//',
    'a\u2028attacked=1//',
    '}</style><img src=x>',
    'javascript:attack()',
  ];
  const setField = (field: string, value: string) =>
    api.call('POST', '/api/ai/settings/branding/client/garage', { token: admin, body: { [field]: value } });

  test.each(['primaryColor', 'logoUrl', 'userLinkColor', 'aiLinkColor'])(
    'is rejected in %s',
    async (field) => {
      for (const attack of ATTACKS) expect((await setField(field, attack)).status, attack).toBe(400);
    },
  );

  test.each(['botName', 'welcomeMessage', 'placeholderText', 'widgetButtonText'])(
    'is delivered as plain text in %s',
    async (field) => {
      for (const attack of ATTACKS) {
        expect((await setField(field, attack)).status, attack).toBe(200);
        const script = await eventually('the script contains the text', async () => {
          const { body } = await load('garage');
          const context: { delivered?: { branding: Record<string, string> }; attacked?: 1 } = {};
          vm.runInNewContext(body, context);
          expect(context.attacked).toBeUndefined();
          return context.delivered?.branding[field] === attack.trim() && body;
        });
        expect(script).not.toMatch(/<\/script|<img/i);
      }
      expect((await setField(field, 'x'.repeat(501))).status).toBe(400);
    },
  );
});

test('accepts only templates that compile, and only from a SuperAdmin', async () => {
  const saveTemplates = (script: string) =>
    api.call('POST', '/api/ai/widget/templates', { token: superAdmin, body: { script, style: '' } });
  expect((await saveTemplates('function (')).status).toBe(422);
  expect((await saveTemplates('}); globalThis.attacked = true; (function(){')).status).toBe(422);
  expect((await saveTemplates('landline.extended = true;')).status).toBe(200);
  expect((await api.call('POST', '/api/ai/widget/templates', { token: admin, body: {} })).status).toBe(403);
});

describe('loader', () => {
  test('is not served to unauthorized pages', async () => {
    const rejected = await load('bakery', { Referer: 'https://evil.example/' });
    expect(rejected.status).toBe(403);
    expect((await load('bakery', { Referer: `${SITE}/menu` })).status).toBe(200);
  });

  test('counts loads per kind and domain', async () => {
    const { rows } = await api.ports.pg.query(
      `SELECT kind, domain, sum(count)::int AS count FROM api.widget_load
       WHERE client_id = 'bakery' GROUP BY kind, domain ORDER BY domain`,
    );
    expect(rows).toContainEqual({ kind: 'dynamic', domain: 'bakery.example.com', count: 1 });
    expect(rows).not.toContainEqual(expect.objectContaining({ domain: 'evil.example' }));
  });
});

test("sets a client's default version, which replaces unknown versions, and rejects another client's", async () => {
  const { versionId } = (await staff('POST', 'bakery', 'version', { description: 'Blue' })).body;
  expect((await staff('POST', 'garage', 'default-version', { versionId })).status).toBe(404);
  const change = await staff('POST', 'bakery', 'default-version', { versionId });
  expect(change.status).toBe(200);
  const headers = { 'X-Min-Position': change.headers.get('X-Event-Position') ?? '' };
  const saved = await api.call('GET', '/api/ai/clients/bakery', { token: admin, headers });
  expect(saved.body.default_widget_version_id).toBe(versionId);
  const branding = { botName: 'Not in a version' };
  const renamed = await api.call('POST', '/api/ai/settings/branding/client/bakery', {
    token: admin,
    body: branding,
  });
  const { status, body } = await api.call('GET', '/api/ai/widget/loader/bakery.js?widget_version=withdrawn', {
    headers: { 'X-Min-Position': renamed.headers.get('X-Event-Position') ?? '' },
  });
  expect(status).toBe(200);
  expect(body).not.toContain(branding.botName);
});

test('shares the rate limit between API servers and sends Retry-After when it is exceeded', async () => {
  await staff('POST', 'garage', 'security', { rateLimitPerMinute: 5 });
  const origin = 'https://garage.example.com';
  const { token } = await eventually('a token is issued', async () => {
    const { status, body } = await tokenFor('garage', origin);
    return status === 200 && body;
  });
  const outcomes: number[] = [];
  await eventually('the new limit is in the read model', async () => {
    const { body } = await staff('GET', 'garage', 'security');
    return body.rateLimitPerMinute === 5;
  });
  for (let index = 0; index < 8; index++) {
    const server = index % 2 === 0 ? api : secondApi;
    const { status, headers } = await widgetCall('', token, { message: 'Open?' }, origin, server);
    outcomes.push(status);
    if (status === 429) {
      const retryAfter = Number(headers.get('Retry-After'));
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(60);
      expect(headers.get('Access-Control-Allow-Origin')).toBe(origin);
    }
  }
  expect(outcomes.at(-1)).toBe(429);
  expect(outcomes.filter((status) => status === 200).length).toBeLessThanOrEqual(5);
});
