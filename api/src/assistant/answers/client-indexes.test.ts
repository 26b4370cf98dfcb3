import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { pino } from 'pino';
import type { DatabasePool } from 'slonik';
import { expect, test, vi } from 'vitest';
import type { ClientPrompt } from '../prompts/contract.ts';
import { ClientIndexes } from './client-indexes.ts';
import type { Embedder } from './embeddings/contract.ts';
import { createQuestionEmbedder, type QuestionEmbedder } from './embeddings/question-embedder.ts';
import { ModelError } from './model/model-server.ts';

const CLIENT_ID = 'bakery';
const AT = '2027-05-03T10:00:00.000Z';
const OLD = Float32Array.of(1, 0);
const NEW = Float32Array.of(0, 1);

const faqPrompt = (question: string, answer: string, id = 'prompt'): ClientPrompt => ({
  id,
  client_id: CLIENT_ID,
  prompt_type: 'faq',
  prompt_content: `Q: ${question}\nA: ${answer}`,
  page_url: null,
  review_since: null,
  created_at: AT,
  updated_at: AT,
});

/** Returns a database without pages whose prompts can be replaced. */
function promptDatabase(...first: ClientPrompt[]) {
  let prompts = first;
  let version = 0n;
  let pages: Promise<readonly []> = Promise.resolve([]);
  const pool: Pick<DatabasePool, 'one' | 'any'> = {
    one: async () =>
      ({ version, prompts: prompts.map(({ prompt_content }) => prompt_content).join() }) as never,
    any: async ({ sql }) => (sql.includes('api.page_content') ? pages : prompts) as never,
  };
  return {
    pool: pool as DatabasePool,
    replace(...others: ClientPrompt[]) {
      prompts = others;
    },
    /** Publishes a new version of the pages; queries for it wait for `read`. */
    updatePages(read: Promise<readonly []>) {
      version++;
      pages = read;
    },
  };
}

/** Returns an operation that embeds facts one by one. */
const embedEach =
  (embed: (text: string) => Promise<Float32Array | undefined>): QuestionEmbedder['embedFacts'] =>
  async (texts) => {
    const vectors = new Map<string, Float32Array>();
    for (const text of texts) {
      const vector = await embed(text);
      if (vector) vectors.set(text, vector);
    }
    return vectors;
  };

/** Returns an operation that embeds facts with a server. */
const embedWith = (embed: Embedder['embed']) =>
  createQuestionEmbedder({ model: 'test', isCalibrated: false, embed }, pino({ level: 'silent' })).embedFacts;

const manyPrompts = (count: number) =>
  Array.from({ length: count }, (_, i) => faqPrompt(`Is loaf ${i} sweet?`, 'No.', `loaf-${i}`));

test('replaces the vector of a fact whose prompt changes while it is embedded', async () => {
  const { pool, replace } = promptDatabase(faqPrompt('Are you hiring?', 'Yes.'));
  const oldVector = Promise.withResolvers<Float32Array>();
  const embed = async (text: string) => (text === 'Are you hiring?' ? oldVector.promise : NEW);
  const indexes = new ClientIndexes(pool, { embedFacts: embedEach(embed) });
  const before = indexes.knowledgeOf(CLIENT_ID);
  await yieldToEventLoop();
  replace(faqPrompt('Do you ship?', 'No.'));
  const after = indexes.knowledgeOf(CLIENT_ID);
  await yieldToEventLoop();
  oldVector.resolve(OLD);
  await before;
  const { vectors, factVectors } = await after;
  expect([...factVectors.values()]).toEqual([NEW]);
  const similarities = vectors.compare(NEW)?.texts;
  expect(similarities?.similarityOf({ pageId: 'prompt:prompt', number: 0 })).toBeCloseTo(1, 2);
});

test('embeds only the changed facts after a change of the prompts', async () => {
  const hiring = faqPrompt('Are you hiring?', 'Yes.', 'hiring');
  const { pool, replace } = promptDatabase(hiring, faqPrompt('Do you ship?', 'Yes.', 'shipping'));
  const embed = vi.fn(async (text: string) => (text === 'Are you hiring?' ? OLD : NEW));
  const indexes = new ClientIndexes(pool, { embedFacts: embedEach(embed) });
  await indexes.knowledgeOf(CLIENT_ID);
  expect(embed).toHaveBeenCalledTimes(2);
  replace(hiring, faqPrompt('Do you ship abroad?', 'No.', 'shipping'));
  const { vectors, factVectors } = await indexes.knowledgeOf(CLIENT_ID);
  expect(embed.mock.calls.slice(2)).toEqual([['Do you ship abroad?']]);
  expect([...factVectors.values()]).toEqual([OLD, NEW]);
  const similarities = vectors.compare(OLD)?.texts;
  expect(similarities?.similarityOf({ pageId: 'prompt:hiring', number: 0 })).toBeCloseTo(1, 2);
  expect(similarities?.similarityOf({ pageId: 'prompt:shipping', number: 0 })).toBeCloseTo(0, 2);
});

test('embeds each fact once for concurrent questions', async () => {
  const { pool } = promptDatabase(
    faqPrompt('Are you hiring?', 'Yes.', 'hiring'),
    faqPrompt('Do you ship?', 'Yes.', 'shipping'),
  );
  const embed = vi.fn(async () => {
    await yieldToEventLoop();
    return NEW;
  });
  const indexes = new ClientIndexes(pool, { embedFacts: embedEach(embed) });
  const [first, second] = await Promise.all([indexes.knowledgeOf(CLIENT_ID), indexes.knowledgeOf(CLIENT_ID)]);
  expect(embed.mock.calls).toEqual([['Are you hiring?'], ['Do you ship?']]);
  expect(first.factVectors.size).toBe(2);
  expect(second.factVectors.size).toBe(2);
});

test('embeds a fact again after an outage', async () => {
  const { pool } = promptDatabase(faqPrompt('Are you hiring?', 'Yes.'));
  const embed = vi.fn<() => Promise<Float32Array | undefined>>(async () => undefined);
  const indexes = new ClientIndexes(pool, { embedFacts: embedEach(embed) });
  const without = await indexes.knowledgeOf(CLIENT_ID);
  expect(without.factVectors.size).toBe(0);
  embed.mockResolvedValue(NEW);
  const { factVectors, version } = await indexes.knowledgeOf(CLIENT_ID);
  expect(factVectors.size).toBe(1);
  // The answer cache is keyed by version, so the version must change.
  expect(version).not.toBe(without.version);
});

test('returns the complete index if a rebuild starts while facts are being embedded', async () => {
  const { pool, replace, updatePages } = promptDatabase(...manyPrompts(201));
  const vector = Promise.withResolvers<Float32Array>();
  const embed = async (text: string) => (text === 'Are you hiring?' ? vector.promise : OLD);
  const indexes = new ClientIndexes(pool, { embedFacts: embedEach(embed) });
  await indexes.knowledgeOf(CLIENT_ID);
  // Most passages of the index are removed, so that the next update rebuilds it.
  replace(faqPrompt('Are you hiring?', 'Yes.'));
  const before = indexes.knowledgeOf(CLIENT_ID);
  await yieldToEventLoop();
  const pages = Promise.withResolvers<readonly []>();
  updatePages(pages.promise);
  const after = indexes.knowledgeOf(CLIENT_ID);
  await yieldToEventLoop();
  vector.resolve(NEW);
  const knowledge = await before;
  expect(knowledge.index.passageCount).toBe(1);
  expect(knowledge.factVectors.size).toBe(1);
  expect(knowledge.vectors.size).toBeGreaterThan(0);
  pages.resolve([]);
  expect((await after).index.passageCount).toBe(1);
  expect((await after).index).not.toBe(knowledge.index);
});

test('embeds many facts in a few requests', async () => {
  const { pool } = promptDatabase(...manyPrompts(300));
  const embed = vi.fn(async (texts: readonly string[]) => texts.map(() => NEW));
  const indexes = new ClientIndexes(pool, { embedFacts: embedWith(embed) });
  expect((await indexes.knowledgeOf(CLIENT_ID)).factVectors.size).toBe(300);
  expect(embed.mock.calls.length).toBeLessThanOrEqual(5);
});

test('embeds the other facts when the server rejects one', async () => {
  const { pool } = promptDatabase(...manyPrompts(100));
  const embed = vi.fn(async (texts: readonly string[]) => {
    if (texts.includes('Is loaf 0 sweet?')) throw new ModelError('status', 400);
    return texts.map(() => NEW);
  });
  const indexes = new ClientIndexes(pool, { embedFacts: embedWith(embed) });
  const { facts, factVectors } = await indexes.knowledgeOf(CLIENT_ID);
  const rejected = [...facts].filter(([key]) => !factVectors.has(key)).map(([, { heading }]) => heading);
  expect(rejected).toEqual(['Is loaf 0 sweet?']);
  const requests = embed.mock.calls.length;
  expect(requests).toBeLessThan(20);
  await indexes.knowledgeOf(CLIENT_ID);
  expect(embed).toHaveBeenCalledTimes(requests);
});

test('stops after a few requests if the server rejects every fact', async () => {
  const { pool } = promptDatabase(...manyPrompts(300));
  const embed = vi.fn(() => Promise.reject(new ModelError('status', 400)));
  await new ClientIndexes(pool, { embedFacts: embedWith(embed) }).knowledgeOf(CLIENT_ID);
  expect(embed.mock.calls.length).toBeGreaterThan(0);
  expect(embed.mock.calls.length).toBeLessThan(20);
});

test('sends one request if the server times out', async () => {
  const { pool } = promptDatabase(...manyPrompts(300));
  const embed = vi.fn(() => Promise.reject(new ModelError('timeout')));
  await new ClientIndexes(pool, { embedFacts: embedWith(embed) }).knowledgeOf(CLIENT_ID);
  expect(embed).toHaveBeenCalledOnce();
});

test('embeds facts in smaller batches after a timeout', async () => {
  const { pool } = promptDatabase(...manyPrompts(100));
  const embed = async (texts: readonly string[]) => {
    if (texts.length > 40) throw new ModelError('timeout');
    return texts.map(() => NEW);
  };
  const indexes = new ClientIndexes(pool, { embedFacts: embedWith(embed) });
  expect((await indexes.knowledgeOf(CLIENT_ID)).factVectors.size).toBe(0);
  expect((await indexes.knowledgeOf(CLIENT_ID)).factVectors.size).toBe(100);
});

test('keeps the index small while prompts change often', async () => {
  const others = manyPrompts(299);
  const { pool, replace } = promptDatabase(faqPrompt('Is bread 0 sweet?', 'No.'), ...others);
  const indexes = new ClientIndexes(pool);
  const { size } = (await indexes.knowledgeOf(CLIENT_ID)).index;
  for (let i = 1; i <= 100; i++) {
    replace(faqPrompt(`Is bread ${i} sweet?`, 'No.'), ...others);
    expect((await indexes.knowledgeOf(CLIENT_ID)).index.size).toBeLessThan(3 * size);
  }
});
