import { expect, test } from 'vitest';
import { AnswerCache, keyOf } from './answer-cache.ts';

const asked = { clientId: 'acme', version: '1', context: 'Where is Quixotella?' };
const answer = {
  text: 'At nine.',
  citations: [],
  confidence: 0.9,
  answered: true,
  writing: { model: null, inputTokens: null, outputTokens: null, cached: false },
};

test('the same question finds its answer again, and nothing of what was asked stays readable', () => {
  const cache = new AnswerCache();
  cache.set({ ...asked, question: 'Does Quixotella  open on Sunday?' }, answer);
  expect(cache.get({ ...asked, question: ' does quixotella open on sunday? ' })).toEqual(answer);
  expect(cache.get({ ...asked, version: '2', question: 'Does Quixotella open on Sunday?' })).toBeUndefined();
  expect(keyOf({ ...asked, question: 'Quixotella?' })).toMatch(/^[A-Za-z0-9+/]{43}=$/);
});
