import { randomUUID } from 'node:crypto';
import { SYSTEM, streams } from '@landline/event-schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../clients/clients/clients.ts';
import { eventually, startTestApi, testClient } from '../../testing/api.ts';
import { converse } from '../../testing/conversations.ts';
import { appendDatedEvents } from '../../testing/past-events.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { storePageContent } from '../answers/page-content.ts';
import { passagesOf } from '../answers/passages.ts';
import { pageIdOf } from '../website/urls.ts';

const CLIENT = 'bakery';
const PATH = `/api/ai/approved-answers/client/${CLIENT}`;
const PAGE_URL = 'https://bakery.example.com/cakes';
const PAGE_ID = pageIdOf(CLIENT, PAGE_URL);

let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  projections = await startProcess('projections', api.services);
  token = (await api.signIn('Admin')).token;
  for (const id of [CLIENT, 'garage'])
    await createClient(api.ports, testClient(id), { actor: SYSTEM, correlationId: id });
  await record('PageAdded', { url: PAGE_URL, priority: 5, is_custom: true });
  await storePageContent(
    api.ports.pool,
    {
      clientId: CLIENT,
      pageId: PAGE_ID,
      url: PAGE_URL,
      title: 'Cakes',
      passages: passagesOf([{ heading: 'Cakes', text: 'Wedding cakes need one week of notice.' }]),
    },
    500,
  );
  await eventually(
    'the clients are in the read models',
    async () => (await call('GET', PATH)).status === 200,
  );
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
});

const record = (type: string, data: object) =>
  appendDatedEvents(
    api.ports,
    streams.page(PAGE_ID),
    [
      {
        event: { type, data: { page_id: PAGE_ID, client_id: CLIENT, ...data } } as never,
        at: new Date().toISOString(),
      },
    ],
    SYSTEM,
  );

const call = (method: string, path: string, body?: unknown) => api.callInOrder(method, path, { token, body });
/** Answers a question. While the encoder is too slow, as on a busy machine, it is searched by its words only. */
const ask = async (message: string) =>
  (await call('POST', '/api/ai/chat', { clientId: CLIENT, message, userId: 'staff' })).body;

const answer = {
  question: 'How much notice does a wedding cake need?',
  answer: 'Two weeks, and three in June.',
  page_url: PAGE_URL,
};

describe('approved answer', () => {
  test('is given word for word from the next question until it is deleted', async () => {
    expect((await ask(answer.question)).message).toContain('one week');
    const { status, body } = await call('POST', PATH, answer);
    expect([status, body]).toMatchObject([201, answer]);
    const wholeAnswer = { message: answer.answer, answered: true, confidence: 1 };
    expect(await ask(`Hi there! ${answer.question} Thanks!`)).toMatchObject(wholeAnswer);
    expect(await ask('How many weeks of notice for wedding cakes?')).not.toMatchObject(wholeAnswer);
    await expect
      .poll(() => ask('What notice does a wedding cake need?'))
      .toMatchObject({
        ...wholeAnswer,
        citations: [{ number: 1, url: '', title: '', quote: answer.answer }],
      });
    expect((await call('DELETE', `${PATH}/${body.id}`)).body).toEqual({ success: true });
    expect((await ask(answer.question)).message).toContain('one week');
  });

  test('is retrieved by meaning', async () => {
    const hiringAnswer = {
      question: 'Are you hiring?',
      answer: 'Yes, write to our head baker.',
      page_url: null,
    };
    const { body } = await call('POST', PATH, hiringAnswer);
    await expect
      .poll(() => ask('Do you have any job openings?'))
      .toMatchObject({ message: hiringAnswer.answer });
    await call('DELETE', `${PATH}/${body.id}`);
  });

  test('replaces the answer to the same question and keeps its versions', async () => {
    const first = (await call('POST', PATH, answer)).body;
    const second = (
      await call('POST', PATH, {
        ...answer,
        question: 'how much notice does a wedding cake need',
        answer: 'Ten days.',
      })
    ).body;
    expect(second.id).toBe(first.id);
    const changed = await call('PUT', `${PATH}/${first.id}`, { ...answer, page_url: null });
    expect(changed.body).toMatchObject({ id: first.id, answer: answer.answer, page_url: null });
    expect((await call('GET', PATH)).body).toHaveLength(1);
    const { body: versions } = await call('GET', `${PATH}/${first.id}/versions`);
    expect(versions).toMatchObject([
      { answer: answer.answer, page_url: null },
      { answer: 'Ten days.', page_url: PAGE_URL },
      { answer: answer.answer, page_url: PAGE_URL },
    ]);
    // Staff see the same document as an FAQ prompt.
    expect((await call('GET', `/api/ai/client-prompts/${CLIENT}`)).body).toMatchObject([
      { id: first.id, prompt_type: 'faq', prompt_content: `Q: ${answer.question}\nA: ${answer.answer}` },
    ]);
    await call('DELETE', `${PATH}/${first.id}`);
  });

  test('is due for review when its page changes, until it is confirmed', async () => {
    const { id } = (await call('POST', PATH, answer)).body;
    const due = async () => (await call('GET', PATH)).body[0].review_since !== null;
    expect(await due()).toBe(false);
    const scraped = { title: 'Cakes', content_hash: 'x', passages: 1, fetch_ms: 5 };
    await record('PageScraped', { ...scraped, changed: true });
    await eventually('the answer is due for review', due);
    await call('POST', `${PATH}/${id}/confirm`);
    expect(await due()).toBe(false);
    await call('DELETE', `${PATH}/${id}`);
  });

  test('requires a page that the assistant has learned, and an existing exchange', async () => {
    const unknownPage = await call('POST', PATH, { ...answer, page_url: 'https://other.example/' });
    expect([unknownPage.status, unknownPage.body.code]).toEqual([400, 'PAGE_UNKNOWN']);
    const exchange = { conversationId: randomUUID(), questionId: randomUUID() };
    expect((await call('POST', PATH, { ...answer, exchange })).status).toBe(404);
    const conversationId = await converse(api.ports, 'garage', [
      { question: 'Open?', at: new Date().toISOString(), answered: true },
    ]);
    const withOtherClientsExchange = { ...answer, exchange: { ...exchange, conversationId } };
    expect((await call('POST', PATH, withOtherClientsExchange)).status).toBe(404);
    expect((await call('POST', PATH, { ...answer, answer: ' ' })).status).toBe(400);
  });

  test('cannot be read or changed by another client', async () => {
    const { id } = (await call('POST', PATH, answer)).body;
    const path = `/api/ai/approved-answers/client/garage/${id}`;
    expect((await call('GET', '/api/ai/approved-answers/client/garage')).body).toEqual([]);
    for (const [method, url] of [
      ['PUT', path],
      ['DELETE', path],
      ['POST', `${path}/confirm`],
      ['GET', `${path}/versions`],
    ] as const) {
      expect((await call(method, url, method === 'PUT' ? answer : undefined)).status).toBe(404);
    }
    await call('DELETE', `${PATH}/${id}`);
  });
});
