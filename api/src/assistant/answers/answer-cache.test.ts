import { expect, test } from 'vitest';
import { AnswerCache, type CachedAnswer } from './answer-cache.ts';

const key = { clientId: 'acme', version: '1', context: 'Where is Quixotella?' };
const answer: CachedAnswer = {
  text: 'Dear Quixotella, at nine.',
  citations: [],
  suggestions: [],
  confidence: 0.9,
  answered: true,
  origin: { model: 'writer', inputTokens: 12, outputTokens: 7, cached: false },
};

test('returns the answer of the same question only', () => {
  const cache = new AnswerCache();
  cache.set({ ...key, question: 'Does Quixotella  open on Sunday?' }, answer);
  expect(cache.get({ ...key, question: ' does quixotella open on sunday? ' })).toEqual(answer);
  const question = 'Does Quixotella open on Sunday?';
  expect(cache.get({ ...key, version: '2', question })).toBeUndefined();
  expect(cache.get({ ...key, clientId: 'other', question })).toBeUndefined();
  expect(cache.get({ ...key, context: [{ role: 'user', text: 'Hello' }], question })).toBeUndefined();
  expect(cache.get({ ...key, question: 'Does it open on Sunday?' })).toBeUndefined();
});

test('stores no visitor text in plaintext', () => {
  const entries = new Map<string, Buffer>();
  const cache = new AnswerCache(entries);
  cache.set({ ...key, question: 'I am Quixotella. When do you open?' }, answer);
  expect(entries.size).toBe(1);
  for (const [hash, bytes] of entries) {
    const all = `${hash} ${bytes.toString('latin1')} ${bytes.toString('utf16le')}`.toLowerCase();
    for (const word of ['quixotella', 'open', 'nine', 'acme', 'writer']) expect(all).not.toContain(word);
  }
});

test('encrypts with a fresh nonce and evicts the oldest answer', () => {
  const entries = new Map<string, Buffer>();
  const cache = new AnswerCache(entries);
  cache.set({ ...key, question: 'first' }, answer);
  const [before] = entries.values();
  cache.set({ ...key, question: 'first' }, answer);
  const [after] = entries.values();
  expect(after).not.toEqual(before);
  for (let index = 0; index < 2_000; index++) cache.set({ ...key, question: `question ${index}` }, answer);
  expect(cache.size).toBe(2_000);
  expect(cache.get({ ...key, question: 'first' })).toBeUndefined();
  expect(cache.get({ ...key, question: 'question 0' })).toEqual(answer);
});

test('allocates no more memory than its answers need', () => {
  const entries = new Map<string, Buffer>();
  new AnswerCache(entries).set({ ...key, question: 'first' }, answer);
  for (const bytes of entries.values()) expect(bytes.buffer.byteLength).toBe(bytes.length);
});
