import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { expect, test } from 'vitest';
import type { ClientPrompt } from '../prompts/contract.ts';
import { ClientIndexes } from './client-indexes.ts';

const CLIENT_ID = 'bakery';
const AT = '2027-05-03T10:00:00.000Z';
const OLD = Float32Array.of(1, 0);
const NEW = Float32Array.of(0, 1);

const faqPrompt = (question: string, answer: string): ClientPrompt => ({
  id: 'prompt',
  client_id: CLIENT_ID,
  prompt_type: 'faq',
  prompt_content: `Q: ${question}\nA: ${answer}`,
  page_url: null,
  review_since: null,
  created_at: AT,
  updated_at: AT,
});

/** Returns a database without pages whose only prompt can be replaced. */
function promptDatabase(first: ClientPrompt) {
  let prompt = first;
  const pool: Pick<DatabasePool, 'one' | 'any'> = {
    one: async () => ({ version: 0n, prompts: prompt.prompt_content }) as never,
    any: async () => [prompt] as never,
  };
  return {
    pool: pool as DatabasePool,
    replace(other: ClientPrompt) {
      prompt = other;
    },
  };
}

test('replaces the vector of a fact whose prompt changes while it is embedded', async () => {
  const { pool, replace } = promptDatabase(faqPrompt('Are you hiring?', 'Yes.'));
  const oldVector = Promise.withResolvers<Float32Array>();
  const embed = async (text: string) => (text === 'Are you hiring?' ? oldVector.promise : NEW);
  const indexes = new ClientIndexes(pool, { embed });
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
