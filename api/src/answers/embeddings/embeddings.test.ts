import { SYSTEM } from '@landline/event-schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../clients/clients.ts';
import {
  type CrawlHouse,
  PATIENCE_MS,
  startCrawlHouse,
  startShop,
} from '../../scraping/testing/crawl-house.ts';
import { eventually, testClient } from '../../testing/api.ts';
import { type OpenAiServer, startOpenAiServer } from '../../testing/openai-server.ts';
import type { Website } from '../../testing/website.ts';
import { createAnswers, LEAST_CONFIDENCE, modelOf } from '../answers.ts';
import { DO_NOT_KNOW } from '../contract.ts';
import { forgetPages, learnPage } from '../knowledge.ts';
import { embedChunks } from './embed-chunks.ts';
import { embedderOf } from './embedder.ts';
import { fused } from './fuse.ts';
import { bytesOf, normalised, vectorOf } from './vector.ts';
import { VectorIndex } from './vector-index.ts';

let model: OpenAiServer;
let house: CrawlHouse;
let shop: Website;
beforeAll(async () => {
  model = await startOpenAiServer();
  ({ shop } = await startShop());
  house = await startCrawlHouse({
    OPENAI_BASE_URL: model.url,
    OPENAI_MODEL: 'test-1',
    OPENAI_EMBEDDINGS_MODEL: 'meanings-1',
  });
}, 60_000);
afterAll(async () => {
  await house?.stop();
  await shop?.stop();
  await model?.stop();
});
beforeEach(() => {
  model.embedded.length = 0;
  model.asked.length = 0;
  model.embeds(() => [1, 0]);
  model.will({ kind: 'write', pieces: ['So it is [S1].'] });
});

const { signal } = new AbortController();
const embedder = (timeoutMs = 5_000) => {
  const found = embedderOf(house.api.deps.config, timeoutMs);
  if (!found) throw new Error('No embeddings are configured');
  return found;
};
const embed = (clientId: string) => embedChunks(house.api.deps.pool, embedder(), clientId, signal);

async function learn(clientId: string, pageId: string, texts: readonly string[]) {
  const page = { clientId, pageId, url: `https://bakery.example.com/${pageId}`, title: '' };
  const passages = texts.map((text, number) => ({ number, heading: '', text }));
  await learnPage(house.api.deps.pool, { ...page, passages }, 500);
}

/** What the model is given for a question, in its order. */
async function given(clientId: string, question: string, timeoutMs?: number): Promise<string[]> {
  const { pool, log, config } = house.api.deps;
  const answers = createAnswers({ pool, log, model: modelOf(config), embedder: embedder(timeoutMs) });
  for await (const _ of answers.answer({ clientId, question, history: [], signal }));
  const said = model.asked.at(-1)?.body.messages.at(-1)?.content ?? '';
  return (JSON.parse(said.split('\n')[1] ?? '[]') as { text: string }[]).map(({ text }) => text);
}

test('two rankings become one by reciprocal rank, with the scores of the first', () => {
  const at = (pageId: string) => ({ pageId, number: 0 });
  const byWords = [
    { ...at('a'), score: 9 },
    { ...at('b'), score: 5 },
    { ...at('c'), score: 3 },
  ];
  expect(fused(byWords, [])).toBe(byWords);
  expect(fused(byWords, [at('b'), at('c'), at('a')]).map(({ pageId, score }) => [pageId, score])).toEqual([
    ['b', 9],
    ['a', 5],
    ['c', 3],
  ]);
  // One that shares no word with the question is found by what it means.
  expect(fused(byWords, [at('d')]).map(({ pageId }) => pageId)).toEqual(['a', 'd', 'b', 'c']);
});

test('a vector is kept to the bit, and finds what points its way', () => {
  const vector = normalised([3, 4]);
  expect([...vector]).toEqual([0.6, 0.8].map(Math.fround));
  expect(vectorOf(bytesOf(vector))).toEqual(vector);
  const index = new VectorIndex();
  index.put('north', 0, normalised([0, 1]));
  index.put('east', 0, normalised([1, 0]));
  index.put('east', 1, normalised([1, 1]));
  index.put('other model', 0, normalised([1, 0, 0]));
  expect(index.nearest(normalised([1, 0.1]), 2)).toEqual([
    { pageId: 'east', number: 0 },
    { pageId: 'east', number: 1 },
  ]);
  // Among five no likeness is large enough to stand out.
  expect(index.outstanding(normalised([1, 0.1]), 2)).toEqual([]);
  for (let i = 0; i < 12; i++) index.put('others', i, normalised([0, 1]));
  expect(index.outstanding(normalised([1, 0]), 2)).toEqual([{ pageId: 'east', number: 0 }]);
  index.remove('others');
  expect(index.size).toBe(9);
  index.remove('east');
  expect(index.size).toBe(5);
});

describe('passages', () => {
  test('are embedded behind the visit that learned them', { timeout: PATIENCE_MS }, async () => {
    await house.website('shop', shop.origin);
    await house.scraped('shop');
    await eventually('all have vectors', async () => {
      const { rows } = await house.api.deps.pg.query<{ all: number; left: number }>(
        `SELECT count(*)::int AS all, (count(*) FILTER (WHERE embedding_model IS NULL))::int AS left
         FROM api.chunk WHERE client_id = 'shop'`,
      );
      return rows[0]?.all !== 0 && rows[0]?.left === 0;
    });
    expect(model.embedded.flat().join()).toContain('A bowl of soup costs 7 dollars');
    const answer = await house.ask('shop', 'What does a bowl of soup cost?');
    expect(answer).toMatchObject({ answered: true, model: 'test-1' });
    expect(model.embedded.at(-1)).toEqual(['What does a bowl of soup cost?']);
  });

  test('are embedded in batches; who is interrupted goes on behind the last one', async () => {
    await createClient(house.api.deps, testClient('long'), { actor: SYSTEM, correlationId: 'long' });
    await learn(
      'long',
      'all',
      Array.from({ length: 100 }, (_, i) => `Loaf number ${i} is baked.`),
    );
    model.embeds(() => {
      // The next request is refused.
      queueMicrotask(() => model.embeds(503));
      return [1, 0];
    });
    await expect(embed('long')).rejects.toThrow('The model did not answer: status 503');
    expect(model.embedded.map(({ length }) => length)).toEqual([64, 36]);
    model.embeds(() => [1, 0]);
    expect(await embed('long')).toBe(36);
    expect(await embed('long')).toBe(0);
    expect(model.embedded.map(({ length }) => length)).toEqual([64, 36, 36]);
  });
});

describe('a question', () => {
  const TEXTS = [
    'The cake counter: cake, cake and more cake is what our cake bakers bake each day.',
    'A cake for a wedding is ordered two weeks ahead at our bakery counter.',
    'Our bakery was founded by a baker who once baked a cake for the mayor.',
  ];
  const QUESTION = 'cake bakery counter';

  test('is answered from what its words and its meaning find', async () => {
    await createClient(house.api.deps, testClient('bakery'), { actor: SYSTEM, correlationId: 'bakery' });
    for (const [i, text] of TEXTS.entries()) await learn('bakery', `page-${i}`, [text]);
    const byWords = await given('bakery', QUESTION);
    expect(model.embedded).toEqual([]);
    const [first, second = '', third = ''] = byWords;
    model.embeds((text) =>
      text.includes(second) || text === QUESTION ? [1, 0] : text.includes(third) ? [1, 1] : [0, 1],
    );
    await embed('bakery');
    expect(await given('bakery', QUESTION)).toEqual([second, first, third]);

    // A server that fails, or is late, takes nothing away.
    model.embeds(500);
    expect(await given('bakery', QUESTION)).toEqual(byWords);
    model.embeds('silence');
    expect(await given('bakery', QUESTION, 50)).toEqual(byWords);

    // What is not there any more is not found by its meaning.
    model.embeds((text) => (text.includes(second) || text === QUESTION ? [1, 0] : [0, 1]));
    const gone = TEXTS.indexOf(second);
    await forgetPages(house.api.deps.pool, 'bakery', [`page-${gone}`]);
    expect(await given('bakery', QUESTION)).not.toContain(second);
  });

  test('that shares no word with its answer is answered by what it means', async () => {
    await createClient(house.api.deps, testClient('inn'), { actor: SYSTEM, correlationId: 'inn' });
    const ANSWER = 'Four-legged companions are welcome on the terrace and in every room.';
    const OTHERS = [
      'Breakfast is served from seven.',
      'The sauna closes at ten.',
      'Parking costs nine dollars.',
      'Rooms are cleaned daily.',
      'Children under six sleep free.',
      'The lake is a short walk away.',
      'Bicycles can be hired at reception.',
      'The kitchen cooks with local vegetables.',
      'Wireless internet reaches all floors.',
    ];
    for (const [i, text] of [...OTHERS, ANSWER].entries()) await learn('inn', `page-${i}`, [text]);
    const asked = 'May I bring my dog?';
    const elsewhere = 'Who won the football match in Norway?';
    model.embeds((text) => {
      if (text.includes(ANSWER) || text === asked) return [1, 0, 0];
      const turn = OTHERS.findIndex((other) => text.includes(other));
      return [0, Math.cos(turn), Math.sin(turn)];
    });
    const { pool, log } = house.api.deps;
    const extractive = createAnswers({ pool, log, model: undefined, embedder: embedder() });
    const answerTo = async (question: string) => {
      const parts = await Array.fromAsync(
        extractive.answer({ clientId: 'inn', question, history: [], signal }),
      );
      const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return { text, done: parts.at(-1) };
    };
    expect(await answerTo(asked)).toMatchObject({ text: DO_NOT_KNOW, done: { answered: false } });

    await embed('inn');
    expect(await answerTo(asked)).toEqual({
      text: `${ANSWER} [1]`,
      done: expect.objectContaining({ answered: true, confidence: LEAST_CONFIDENCE }),
    });
    expect(await given('inn', asked)).toEqual([ANSWER]);
    // What no passage stands out for is not known, and neither is anything while the server is away.
    expect(await answerTo(elsewhere)).toMatchObject({ text: DO_NOT_KNOW, done: { answered: false } });
    model.embeds(500);
    expect(await answerTo('Is my dog allowed?')).toMatchObject({ text: DO_NOT_KNOW });
    // It is not kept that nothing was known then.
    model.embeds((text) => (text.startsWith('Is my dog') ? [1, 0, 0] : [0, 1, 0]));
    expect(await answerTo('Is my dog allowed?')).toMatchObject({ text: `${ANSWER} [1]` });
  });

  test("is never answered by what another client's passages mean", async () => {
    await createClient(house.api.deps, testClient('rival'), { actor: SYSTEM, correlationId: 'rival' });
    await learn('rival', 'page-0', ['We sell garden furniture.']);
    model.embeds(() => [1, 0, 0]);
    await embed('rival');
    model.asked.length = 0;
    expect(await given('rival', 'May I bring my dog?')).toEqual([]);
    expect(model.asked).toEqual([]);
  });
});
