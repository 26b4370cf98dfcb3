import { SYSTEM } from '@landline/event-schemas';
import { runOnce, type TaskList } from 'graphile-worker';
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createClient } from '../../../clients/clients/clients.ts';
import { graphileLogger } from '../../../platform/reactors/job-queue.ts';
import { eventually, startTestApi, testClient } from '../../../testing/api.ts';
import { type OpenAiServer, startOpenAiServer } from '../../../testing/openai-server.ts';
import { startProcess, type TestProcess } from '../../../testing/processes.ts';
import {
  CRAWL_TIMEOUT_MS,
  startCrawlEnvironment,
  startShop,
} from '../../website/testing/crawl-environment.ts';
import { createAnswers, modelOf } from '../answers.ts';
import { deletePageContent, storePageContent } from '../page-content.ts';
import { MIN_CONFIDENCE } from '../retrieval/confidence.ts';
import { repliesIn } from '../understanding/replies.ts';
import type { Embedder } from './contract.ts';
import { embedChunks } from './embed-chunks.ts';
import { embedderOf } from './embedder.ts';
import { embeddingsTasks } from './tasks.ts';
import { decodeVector } from './vector.ts';

let model: OpenAiServer;
// Has no worker, which would embed the passages of these tests every ten minutes.
let api: Awaited<ReturnType<typeof startTestApi>>;
let projections: TestProcess;
let token: string;
beforeAll(async () => {
  model = await startOpenAiServer();
  api = await startTestApi({ variables: modelSettings() });
  projections = await startProcess('projections', api.services);
  ({ token } = await api.signIn('Admin'));
});
afterAll(async () => {
  await projections?.stop();
  await api?.stopAll();
  await model?.stop();
});
beforeEach(() => {
  model.embedded.length = 0;
  model.requests.length = 0;
  model.embedWith(() => [1, 0]);
  model.respondWith({ kind: 'write', pieces: ['So it is [S1].'] });
});

const modelSettings = () => ({
  OPENAI_BASE_URL: model.url,
  OPENAI_MODEL: 'test-1',
  OPENAI_EMBEDDINGS_MODEL: 'meanings-1',
});
const { signal } = new AbortController();
const embedder = (timeoutMs = 5_000) => embedderOf(api.ports.config, timeoutMs);
const embed = (clientId: string) => embedChunks(api.ports, embedder(), clientId, signal);

async function storePage(clientId: string, pageId: string, texts: readonly string[]) {
  const page = { clientId, pageId, url: `https://bakery.example.com/${pageId}`, title: '' };
  const passages = texts.map((text, number) => ({ number, heading: '', text }));
  await storePageContent(api.ports.pool, { ...page, passages }, 500);
}

/** Returns the sources sent to the model for a question, in order. */
async function sourcesFor(clientId: string, question: string, timeoutMs?: number): Promise<string[]> {
  const { pool, log, config } = api.ports;
  const answers = createAnswers({ pool, log, model: modelOf(config), embedder: embedder(timeoutMs) });
  for await (const _ of answers.answer({ clientId, question, history: [], signal }));
  const prompt = model.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
  return (JSON.parse(prompt.split('\n')[1] ?? '[]') as { text: string }[]).map(({ text }) => text);
}

/** Returns the status of a client's pages, with the numbers of passages and of those with a vector. */
const pagesOf = async (client: string) =>
  (await api.call('GET', `/api/ai/scraping/pages/${client}`, { token })).body;

describe('embedding passages', () => {
  test('embeds the pages of a crawl', { timeout: CRAWL_TIMEOUT_MS }, async () => {
    const { shop } = await startShop();
    onTestFinished(() => shop.stop());
    const environment = await startCrawlEnvironment(modelSettings());
    onTestFinished(() => environment.stop());
    await environment.addClient('shop', shop.origin);
    await environment.crawl('shop');
    await eventually('all chunks have vectors', async () => {
      const { rows } = await environment.api.ports.pg.query<{ all: number; left: number }>(
        `SELECT count(*)::int AS all, (count(*) FILTER (WHERE embedding_model IS NULL))::int AS left
         FROM api.chunk WHERE client_id = 'shop'`,
      );
      return rows[0]?.all !== 0 && rows[0]?.left === 0;
    });
    expect(model.embedded.flat().join()).toContain('A bowl of soup costs 7 dollars');
    const answer = await environment.ask('shop', 'What does a bowl of soup cost?');
    expect(answer).toMatchObject({ answered: true, model: 'test-1' });
    expect(model.embedded.at(-1)).toEqual(['What does a bowl of soup cost?']);
  });

  test('embeds in batches and continues after an interruption', async () => {
    await createClient(api.ports, testClient('long'), { actor: SYSTEM, correlationId: 'long' });
    await storePage(
      'long',
      'all',
      Array.from({ length: 100 }, (_, i) => `Loaf number ${i} is baked.`),
    );
    model.embedWith(() => {
      // The next request fails.
      queueMicrotask(() => model.embedWith(503));
      return [1, 0];
    });
    await expect(embed('long')).rejects.toThrow('Model request failed: status 503');
    expect(model.embedded.map(({ length }) => length)).toEqual([64, 36]);
    expect(await pagesOf('long')).toMatchObject({ passages: 100, encoded: 64 });
    model.embedWith(() => [1, 0]);
    expect(await embed('long')).toBe(36);
    expect(await pagesOf('long')).toMatchObject({ passages: 100, encoded: 100 });
    expect(await embed('long')).toBe(0);
    expect(model.embedded.map(({ length }) => length)).toEqual([64, 36, 36]);
  });

  test('skips a rejected passage and retries it in the next run', async () => {
    await createClient(api.ports, testClient('mixed'), { actor: SYSTEM, correlationId: 'mixed' });
    await storePage(
      'mixed',
      'all',
      Array.from({ length: 70 }, (_, i) => (i === 5 ? 'Unreadable.' : `Roll number ${i} is baked.`)),
    );
    model.embedWith((text) => (text === 'Unreadable.' ? 400 : [1, 0]));
    expect(await embed('mixed')).toBe(69);
    expect(model.embedded.filter((texts) => texts.length === 1)).toContainEqual(['Unreadable.']);
    expect(await pagesOf('mixed')).toMatchObject({ passages: 70, encoded: 69 });
    model.embedWith(() => [1, 0]);
    expect(await embed('mixed')).toBe(1);
  });

  test('fails after one batch if the server rejects every passage', async () => {
    await createClient(api.ports, testClient('all-bad'), {
      actor: SYSTEM,
      correlationId: 'all-bad',
    });
    await storePage(
      'all-bad',
      'all',
      Array.from({ length: 130 }, (_, i) => `Scone number ${i} is baked.`),
    );
    model.embedWith(400);
    await expect(embed('all-bad')).rejects.toThrow('status 400');
    expect(model.embedded.flat().join()).not.toContain('Scone number 64 ');
  });

  test("embeds missing passages in each client's queue, after the job of a crawl", async () => {
    for (const client of ['failing', 'waiting']) {
      await createClient(api.ports, testClient(client), { actor: SYSTEM, correlationId: client });
      await storePage(client, 'all', [`Text of ${client}.`]);
    }
    model.embedWith((text) => (text === 'Text of failing.' ? 500 : [1, 0]));
    const { pg, log } = api.ports;
    const { 'answers.embed-missing': embedMissing, ...otherTasks } = embeddingsTasks(api.ports);
    const run = (taskList: TaskList) =>
      runOnce({
        pgPool: pg,
        taskList,
        concurrency: 4,
        noHandleSignals: true,
        logger: graphileLogger(log),
      });
    await pg.query(
      `SELECT graphile_worker.add_job('answers.embed', '{"client_id": "waiting"}', queue_name => 'embed waiting')`,
    );
    await pg.query(`SELECT graphile_worker.add_job('answers.embed-missing')`);
    await run({ 'answers.embed-missing': embedMissing });
    expect(model.embedded).toEqual([]);
    await run(otherTasks);
    expect(await pagesOf('failing')).toMatchObject({ encoded: 0 });
    expect(await pagesOf('waiting')).toMatchObject({ encoded: 1 });
    expect(model.embedded.filter((texts) => texts.includes('Text of waiting.'))).toHaveLength(1);
    await deletePageContent(api.ports.pool, 'failing');
  });

  test('embeds passages again if their heading or title changes during the request', async () => {
    const { pool } = api.ports;
    await createClient(api.ports, testClient('renamed'), {
      actor: SYSTEM,
      correlationId: 'renamed',
    });
    const store = (title: string, heading: string) =>
      storePageContent(
        pool,
        {
          clientId: 'renamed',
          pageId: 'page',
          url: 'https://bakery.example.com/page',
          title,
          passages: [
            { number: 0, heading: '', text: 'Two days.' },
            { number: 1, heading, text: 'Three days.' },
          ],
        },
        500,
      );
    await store('Cakes', 'Orders');
    model.embedWith((text) => (text.includes('Pies') ? [0, 1] : [1, 0]));
    const server = embedder();
    let isRenamed = false;
    const renaming: Embedder = {
      ...server,
      async embed(texts, abortSignal) {
        const vectors = await server.embed(texts, abortSignal);
        if (!isRenamed) await store('Pies', 'Orders of Pies');
        isRenamed = true;
        return vectors;
      },
    };
    await embedChunks(api.ports, renaming, 'renamed', signal);
    const vectors = await pool.anyFirst(sql.type(z.object({ embedding: z.instanceof(Buffer) }))`
      SELECT embedding FROM api.chunk WHERE client_id = 'renamed' ORDER BY number
    `);
    expect(vectors.map((bytes) => [...decodeVector(bytes)])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });
});

describe('semantic search', () => {
  const TEXTS = [
    'The bakery counter sells bread in the morning and cake in the afternoon.',
    'The bakery counter sells coffee in the morning and cake in the afternoon.',
    'The bakery counter sells cake to hotels and bread to restaurants in the town.',
  ];
  const QUESTION = 'cake bakery counter';

  test('reranks keyword results by meaning, and keeps them if the server fails', async () => {
    await createClient(api.ports, testClient('bakery'), {
      actor: SYSTEM,
      correlationId: 'bakery',
    });
    for (const [i, text] of TEXTS.entries()) await storePage('bakery', `page-${i}`, [text]);
    const byWords = await sourcesFor('bakery', QUESTION);
    expect(model.embedded).toEqual([]);
    const [, second = '', third = ''] = byWords;
    model.embedWith((text) =>
      text.includes(second) || text === QUESTION ? [1, 0] : text.includes(third) ? [1, 1] : [0, 1],
    );
    await embed('bakery');
    expect((await sourcesFor('bakery', QUESTION))[0]).toBe(second);

    // If the embeddings server fails or is slow, keyword results remain.
    model.embedWith(500);
    expect(await sourcesFor('bakery', QUESTION)).toEqual(byWords);
    model.embedWith('silence');
    expect(await sourcesFor('bakery', QUESTION, 50)).toEqual(byWords);

    // Semantic search does not find deleted content.
    model.embedWith((text) => (text.includes(second) || text === QUESTION ? [1, 0] : [0, 1]));
    const deleted = TEXTS.indexOf(second);
    await deletePageContent(api.ports.pool, 'bakery', [`page-${deleted}`]);
    expect(await sourcesFor('bakery', QUESTION)).not.toContain(second);
  });

  test('answers a question that shares no words with its answer', async () => {
    await createClient(api.ports, testClient('inn'), { actor: SYSTEM, correlationId: 'inn' });
    const ANSWER = 'Four-legged companions are welcome on the terrace and in every room.';
    const OTHERS = [
      'Breakfast is served from seven.',
      'The sauna closes at ten.',
      'Parking costs nine dollars.',
      'Rooms are cleaned daily.',
      'Children under six sleep free.',
      'The lake is a short walk away.',
      'Bicycles can be rented at the front desk.',
      'The kitchen cooks with local vegetables.',
      'Wireless internet reaches all floors.',
    ];
    for (const [i, text] of [...OTHERS, ANSWER].entries()) await storePage('inn', `page-${i}`, [text]);
    const question = 'May I bring my dog?';
    const unrelated = 'Who won the football match in Norway?';
    model.embedWith((text) => {
      if (text.includes(ANSWER) || text === question) return [1, 0, 0];
      const index = OTHERS.findIndex((other) => text.includes(other));
      return [0, Math.cos(index), Math.sin(index)];
    });
    const { pool, log } = api.ports;
    const extractive = createAnswers({ pool, log, model: undefined, embedder: embedder() });
    const answerTo = async (question: string) => {
      const parts = await Array.fromAsync(
        extractive.answer({ clientId: 'inn', question, history: [], signal }),
      );
      const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return { text, done: parts.at(-1) };
    };
    expect(await answerTo(question)).toMatchObject({
      text: repliesIn('en').doNotKnow,
      done: { answered: false },
    });

    await embed('inn');
    expect(await answerTo(question)).toEqual({
      text: `${ANSWER} [1]`,
      done: expect.objectContaining({ answered: true, confidence: MIN_CONFIDENCE }),
    });
    expect(await sourcesFor('inn', question)).toEqual([ANSWER]);
    // The assistant says it does not know if no passage stands out or the server is unavailable.
    expect(await answerTo(unrelated)).toMatchObject({
      text: repliesIn('en').doNotKnow,
      done: { answered: false },
    });
    model.embedWith(500);
    expect(await answerTo('Is my dog allowed?')).toMatchObject({ text: repliesIn('en').doNotKnow });
    // That result is not cached.
    model.embedWith((text) => (text.startsWith('Is my dog') ? [1, 0, 0] : [0, 1, 0]));
    expect(await answerTo('Is my dog allowed?')).toMatchObject({ text: `${ANSWER} [1]` });
  });

  test('finds the answer of an FAQ prompt once its vector can be computed', async () => {
    await createClient(api.ports, testClient('cafe'), { actor: SYSTEM, correlationId: 'cafe' });
    const { pool, log } = api.ports;
    const prompt = {
      id: 'faq',
      client_id: 'cafe',
      prompt_type: 'faq' as const,
      prompt_content: 'Q: May I bring my dog?\nA: Yes, on the terrace.',
      page_url: null,
      review_since: null,
      created_at: '2027-05-03T10:00:00.000Z',
      updated_at: '2027-05-03T10:00:00.000Z',
    };
    const answers = createAnswers({ pool, log, model: undefined, embedder: embedder(), prompts: [prompt] });
    const question = 'Are four-legged companions welcome?';
    const ask = async () =>
      (await Array.fromAsync(answers.answer({ clientId: 'cafe', question, history: [], signal }))).at(-1);
    model.embedWith(500);
    expect(await ask()).toMatchObject({ answered: false });
    model.embedWith(() => [1, 0]);
    expect(await ask()).toMatchObject({ answered: true });
  });

  test("does not find another client's passages", async () => {
    await createClient(api.ports, testClient('rival'), { actor: SYSTEM, correlationId: 'rival' });
    await storePage('rival', 'page-0', ['We sell garden furniture.']);
    model.embedWith(() => [1, 0, 0]);
    await embed('rival');
    expect(await sourcesFor('rival', 'May I bring my dog?')).toEqual(['We sell garden furniture.']);
  });
});
