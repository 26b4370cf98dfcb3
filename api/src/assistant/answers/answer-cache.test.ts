import { expect, test } from 'vitest';
import { AnswerCache, type CachedAnswer } from './answer-cache.ts';

const asked = { clientId: 'acme', version: '1', context: 'Where is Quixotella?' };
const answer: CachedAnswer = {
  text: 'Dear Quixotella, at nine.',
  citations: [],
  suggestions: [],
  confidence: 0.9,
  answered: true,
  writing: { model: 'writer', inputTokens: 12, outputTokens: 7, cached: false },
};

test('returns the answer of the same question only', () => {
  const cache = new AnswerCache();
  cache.set({ ...asked, question: 'Does Quixotella  open on Sunday?' }, answer);
  expect(cache.get({ ...asked, question: ' does quixotella open on sunday? ' })).toEqual(answer);
  const question = 'Does Quixotella open on Sunday?';
  expect(cache.get({ ...asked, version: '2', question })).toBeUndefined();
  expect(cache.get({ ...asked, clientId: 'other', question })).toBeUndefined();
  expect(cache.get({ ...asked, context: [{ role: 'user', text: 'Hello' }], question })).toBeUndefined();
  expect(cache.get({ ...asked, question: 'Does it open on Sunday?' })).toBeUndefined();
});

test('stores nothing that a visitor typed in plaintext', () => {
  const kept = new Map<string, Buffer>();
  const cache = new AnswerCache(kept);
  cache.set({ ...asked, question: 'I am Quixotella. When do you open?' }, answer);
  expect(kept.size).toBe(1);
  for (const [place, bytes] of kept) {
    const all = `${place} ${bytes.toString('latin1')} ${bytes.toString('utf16le')}`.toLowerCase();
    for (const word of ['quixotella', 'open', 'nine', 'acme', 'writer']) expect(all).not.toContain(word);
  }
});

test('encrypts with a fresh nonce and evicts the oldest answer', () => {
  const kept = new Map<string, Buffer>();
  const cache = new AnswerCache(kept);
  cache.set({ ...asked, question: 'first' }, answer);
  const [before] = kept.values();
  cache.set({ ...asked, question: 'first' }, answer);
  const [after] = kept.values();
  expect(after).not.toEqual(before);
  for (let index = 0; index < 2_000; index++) cache.set({ ...asked, question: `question ${index}` }, answer);
  expect(cache.size).toBe(2_000);
  expect(cache.get({ ...asked, question: 'first' })).toBeUndefined();
  expect(cache.get({ ...asked, question: 'question 0' })).toEqual(answer);
});

test('allocates no more memory than its answers need', () => {
  const kept = new Map<string, Buffer>();
  new AnswerCache(kept).set({ ...asked, question: 'first' }, answer);
  for (const bytes of kept.values()) expect(bytes.buffer.byteLength).toBe(bytes.length);
});
