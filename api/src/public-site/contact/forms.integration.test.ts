import { randomUUID } from 'node:crypto';
import { streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDemo } from '../../operations/demo/seed.ts';
import { destroySubjects, rebuildReadModels } from '../../operations/erasure/erase.ts';
import { type ApiResponse, eventually, startApiOn, startTestApi, type TestApi } from '../../testing/api.ts';
import { startProcess } from '../../testing/processes.ts';
import { NEWSLETTER_FAILED, NEWSLETTER_JOINED, type SubscriberList } from '../newsletter/contract.ts';
import { unsubscribeToken } from '../newsletter/unsubscribe-link.ts';
import { CONTACT_REQUEST_FAILED, CONTACT_REQUEST_SENT } from './contract.ts';
import { FORM_LIMITS } from './form-screening.ts';
import { issueFormToken, MINIMUM_FILL_MS } from './form-token.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: Awaited<ReturnType<typeof startProcess>>;
let scoringEngine: Awaited<ReturnType<typeof startProcess>>;
let staff: string;
beforeAll(async () => {
  api = await startTestApi({ variables: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://landline.test' } });
  [projections, scoringEngine] = await Promise.all([
    startProcess('projections', api.services),
    startProcess('scoring-engine', api.services),
  ]);
  staff = (await api.signIn('SuperAdmin')).token;
});
afterAll(async () => {
  await projections?.stop();
  await scoringEngine?.stop();
  await api?.stopAll();
});

/** Issues a token that is old enough to be accepted. */
const token = (form: 'quote' | 'newsletter', ageMs = MINIMUM_FILL_MS) =>
  issueFormToken(api.ports.secrets, form, Date.now() - ageMs);
let addresses = 0;
/** Returns an unused network address. */
const address = () => `198.51.100.${++addresses}`;

const quote = (fields: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Hill',
  email: `ada-${randomUUID()}@example.com`,
  company: '=HYPERLINK("http://evil.example")',
  phoneNumber: '+1 555 0100',
  comments: 'Two parcels, "both" ours.',
  formToken: token('quote'),
  ...fields,
});
const send = (body: unknown, from = address(), to: TestApi = api) =>
  to.call('POST', '/api/quotes/submit-quote', { body, headers: { 'X-Forwarded-For': from } });
const subscribe = (body: object, from = address()) =>
  api.call('POST', '/api/newsletter/subscribe', {
    body: { status: 'subscribed', formToken: token('newsletter'), ...body },
    headers: { 'X-Forwarded-For': from },
  });
const asStaff = (method: string, path: string, position?: string | null) =>
  api.call(method, path, { token: staff, headers: position ? { 'X-Min-Position': position } : {} });

describe('the contact form', () => {
  test('reaches the inbox and can be handled and reopened', async () => {
    const submission = quote();
    const response = await send(submission);
    expect(response).toMatchObject({ status: 200, body: { success: true, message: CONTACT_REQUEST_SENT } });
    const list = await asStaff('GET', '/api/quotes?status=open', response.headers.get('X-Event-Position'));
    const found = list.body.data.find(({ email }: { email: string }) => email === submission.email);
    expect(found).toMatchObject({
      firstName: 'Ada',
      company: submission.company,
      fromForm: true,
      status: 'open',
    });

    const handled = await asStaff('POST', `/api/quotes/${found.id}/handle`);
    expect(handled.status).toBe(200);
    const after = await asStaff('GET', '/api/quotes?status=handled', handled.headers.get('X-Event-Position'));
    expect(after.body.data).toMatchObject([{ id: found.id, handledBy: 'Ada SuperAdmin' }]);
    const reopened = await asStaff('POST', `/api/quotes/${found.id}/reopen`);
    const again = await asStaff('GET', '/api/quotes', reopened.headers.get('X-Event-Position'));
    expect(again.body.counts.handled).toBe(0);
  });

  test('is exported without formulas', async () => {
    const submission = quote();
    const response = await send(submission);
    const csv = await asStaff('GET', '/api/quotes/export', response.headers.get('X-Event-Position'));
    expect(csv.headers.get('Content-Disposition')).toContain('contact-requests.csv');
    const line = csv.body.split('\r\n').find((each: string) => each.includes(submission.email));
    expect(line).toContain(
      `"'=HYPERLINK(""http://evil.example"")","'+1 555 0100","Two parcels, ""both"" ours."`,
    );
  });

  test('encrypts personal data in the log', async () => {
    const submission = quote();
    await send(submission);
    const id = submission.formToken.split('.')[0] ?? '';
    const stored = await api.eventsOf(streams.contactRequest(id));
    expect(stored).toHaveLength(1);
    for (const secret of [
      submission.email,
      submission.lastName,
      submission.comments,
      submission.phoneNumber,
    ]) {
      expect(JSON.stringify(stored)).not.toContain(secret);
    }
    expect(JSON.stringify(stored)).toContain('"role":"Visitor"');
  });

  test('counts a resubmission as one message', async () => {
    const submission = quote();
    await send(submission);
    const head = await api.head();
    expect(await send(submission)).toMatchObject({ status: 200, body: { message: CONTACT_REQUEST_SENT } });
    expect(await api.head()).toBe(head);
    expect((await send({ ...submission, comments: 'Another' })).status).toBe(409);
  });

  test('accepts and marks a submission without a token', async () => {
    const { formToken: _, ...submission } = quote();
    const response = await send(submission);
    expect(response.status).toBe(200);
    const list = await asStaff('GET', '/api/quotes', response.headers.get('X-Event-Position'));
    const found = list.body.data.find(({ email }: { email: string }) => email === submission.email);
    expect(found).toMatchObject({ fromForm: false });
  });

  test.each([
    { field: 'firstName', text: 'Please enter your first name' },
    { field: 'lastName', text: 'Please enter your last name' },
    { field: 'email', text: 'Please enter your email address' },
    { field: 'company', text: 'Please enter your company' },
  ])('is rejected without $field: $text', async ({ field, text }) => {
    expect(await send(quote({ [field]: '  ' }))).toMatchObject({ status: 400, body: { message: text } });
  });

  test.each([
    { field: 'firstName', subject: 'A first name' },
    { field: 'lastName', subject: 'A last name' },
    { field: 'company', subject: 'A company name' },
  ])('is rejected with a $field of more than 200 characters', async ({ field, subject }) => {
    expect(await send(quote({ [field]: 'a'.repeat(201) }))).toMatchObject({
      status: 400,
      body: { message: `${subject} can have at most 200 characters` },
    });
  });

  test('accepts a submission without the optional fields', async () => {
    const { phoneNumber: _, comments: __, ...submission } = quote();
    expect((await send(submission)).status).toBe(200);
  });
});

describe('bots', () => {
  test('get a success response for the hidden field and nothing is stored', async () => {
    const head = await api.head();
    expect(await send(quote({ website: 'https://spam.example' }))).toMatchObject({
      status: 200,
      body: { message: CONTACT_REQUEST_SENT },
    });
    expect(await api.head()).toBe(head);
  });

  test.each([
    { description: 'too fresh', formToken: () => token('quote', 0), outcome: 'too_soon' },
    { description: 'a day old', formToken: () => token('quote', 25 * 60 * 60_000), outcome: 'expired' },
    { description: "another form's", formToken: () => token('newsletter'), outcome: 'forged' },
    {
      description: 'made up',
      formToken: () => `${randomUUID()}.${Date.now() - 9_000}.abc`,
      outcome: 'forged',
    },
    { description: 'nonsense', formToken: () => '..', outcome: 'forged' },
  ])('are rejected with a token that is $description', async ({ formToken, outcome }) => {
    const head = await api.head();
    expect(await send(quote({ formToken: formToken() }))).toMatchObject({
      status: 422,
      body: { code: 'FORM_TOKEN', message: CONTACT_REQUEST_FAILED, details: [{ message: outcome }] },
    });
    expect(await api.head()).toBe(head);
  });

  test('are limited across API processes', async () => {
    const from = address();
    const second = await startApiOn(api.services, { variables: { TRUST_PROXY: 'true' } });
    const statuses: number[] = [];
    for (let index = 0; index <= FORM_LIMITS.withoutToken.points; index++) {
      const { formToken: _, ...submission } = quote();
      statuses.push((await send(submission, from, index % 2 ? second : api)).status);
    }
    await second.stop();
    expect(statuses).toEqual([...Array(FORM_LIMITS.withoutToken.points).fill(200), 429]);
    const rejected = await send({ ...quote(), formToken: undefined }, from);
    expect(rejected.body.message).toBe('Too many requests. Please try again later.');
    expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await send(quote())).status).toBe(200);
  });
});

describe('the newsletter', () => {
  test('subscribes an address once regardless of case', async () => {
    const email = `ada-${randomUUID()}@example.com`;
    expect(await subscribe({ email })).toMatchObject({ status: 200, body: { message: NEWSLETTER_JOINED } });
    const head = await api.head();
    expect(await subscribe({ email: ` ${email.toUpperCase()} ` })).toMatchObject({
      status: 200,
      body: { message: NEWSLETTER_JOINED },
    });
    expect(await api.head()).toBe(head);
  });

  test('exports unsubscribe links without a public address', async () => {
    const local = await startApiOn(api.services, { variables: { TRUST_PROXY: 'true' } });
    await subscribe({ email: `eve-${randomUUID()}@example.com` });
    await eventually('the export lists subscribers', async () => {
      const { status, body } = await local.call('GET', '/api/newsletter/export', { token: staff });
      expect(status).toBe(200);
      return String(body).includes('http://localhost:');
    });
    await local.stop();
  });

  test('can only be left by the unsubscribe link', async () => {
    const email = `bob-${randomUUID()}@example.com`;
    const joined = await subscribe({ email });
    const position = joined.headers.get('X-Event-Position');
    const csv: string = (await asStaff('GET', '/api/newsletter/export', position)).body;
    const link = csv.match(
      new RegExp(`"${email}".*"(https://landline.test/newsletter/unsubscribe[^"]*)"`),
    )?.[1];
    const unsubscribeWith = (token: string | null) =>
      api.call('POST', '/api/newsletter/unsubscribe', { body: { token } });
    const linkToken = new URL(link ?? '').searchParams.get('token') ?? '';
    const forged = await unsubscribeWith(`${linkToken.slice(0, -4)}aaaa`);
    expect(forged).toMatchObject({
      status: 404,
      body: { message: 'The link you followed is invalid or has expired.' },
    });
    const left = await unsubscribeWith(linkToken);
    expect(left).toMatchObject({ status: 200, body: { message: 'You have been unsubscribed.' } });
    const list = await asStaff(
      'GET',
      '/api/newsletter/subscribers?status=unsubscribed',
      left.headers.get('X-Event-Position'),
    );
    expect(list.body.data).toMatchObject([{ email, status: 'unsubscribed' }]);
  });

  test.each(['subscribed', 'unsubscribed'])('forgets an erased address that was %s', async (status) => {
    const email = `gone-${randomUUID()}@example.com`;
    const list = async (after?: ApiResponse): Promise<SubscriberList> =>
      (await asStaff('GET', '/api/newsletter/subscribers', after?.headers.get('X-Event-Position'))).body;
    const before = await list();
    // An address that was erased before can subscribe again.
    for (let erasures = 0; erasures < 2; erasures++) {
      const joined = await subscribe({ email });
      const [row] = (await list(joined)).data;
      expect(row).toMatchObject({ email, status: 'subscribed' });
      const id = row?.id ?? '';
      if (status === 'unsubscribed') {
        const token = unsubscribeToken(api.ports.secrets, id);
        await list(await api.call('POST', '/api/newsletter/unsubscribe', { body: { token } }));
      }
      await destroySubjects(api.ports, [`newsletterSubscriber:${id}`]);
      await rebuildReadModels(api.ports, ['newsletterSubscriber']);
      expect(await list()).toEqual(before);
      expect((await asStaff('GET', '/api/newsletter/export')).body).not.toContain('(erased)');
    }
  });

  test('requires an email address', async () => {
    expect(await subscribe({ email: '' })).toMatchObject({
      status: 400,
      body: { message: 'Please enter your email address' },
    });
    expect(await subscribe({ email: 'a@example.com', formToken: 'x.y.z' })).toMatchObject({
      status: 422,
      body: { message: NEWSLETTER_FAILED },
    });
  });
});

test('shows only demo parcels with real scores on the home page', async () => {
  expect((await api.call('GET', '/api/public/showcase')).body).toEqual({ success: true, data: null });
  await seedDemo(api.ports);
  const { body, headers } = await eventually('a demo dataset is scored', async () => {
    const response = await api.call('GET', '/api/public/showcase');
    return response.body.data ? response : undefined;
  });
  expect(headers.get('Cache-Control')).toBe('public, max-age=60');
  expect(body.data).toMatchObject({ property_type: 'adu', total: 2_000 });
  const scores: number[] = body.data.candidates.map(({ score }: { score: number | null }) => score ?? -1);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(body.data.candidates.map(({ rank }: { rank: number }) => rank)).toEqual([
    1, 2, 40, 200, 600, 1200, 1800,
  ]);
});
