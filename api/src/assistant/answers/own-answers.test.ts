import { expect, test } from 'vitest';
import { matchOwnAnswer, toOwnAnswer } from './own-answers.ts';

/** Returns the approved answer's text if it answers the question; the cosine of both questions is given. */
function match(approved: string, question: string, { cosine = 0, isFollowUp = false } = {}) {
  const fact = { pageId: 'prompt:1', number: 0, url: '', title: '', heading: approved, text: 'At nine.' };
  return matchOwnAnswer([toOwnAnswer(fact)], {
    question,
    vector: Float32Array.of(1, 0),
    weightOf: () => 1,
    vectorOf: () => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2)),
    isFollowUp,
  })?.text;
}

test.each([
  ['When does the shop open?', 'Hi, when does your shop open'],
  ['How much notice does a wedding cake need?', 'What notice does a wedding cake need?'],
])('"%s" answers "%s" by its words', (approved, question) => {
  expect(match(approved, question)).toBe('At nine.');
});

test.each([
  ['When does the shop open on Saturday?', 'When does the shop open?'],
  ['When does the shop open?', 'When does the shop open on Saturday?'],
  ['Do you deliver cakes?', 'Do you deliver cakes to Canada by mail?'],
  ['When does the shop open on Saturday?', 'When does the shop open on Sunday?'],
])('"%s" does not answer "%s", however similar they are', (approved, question) => {
  expect(match(approved, question, { cosine: 0.95 })).toBeUndefined();
});

test('questions that differ in general words only match by meaning', () => {
  const [approved, question] = ['How much notice do cakes need?', 'Notice for cakes?'] as const;
  expect(match(approved, question, { cosine: 0.7 })).toBe('At nine.');
  expect(match(question, approved, { cosine: 0.7 })).toBe('At nine.');
  expect(match(approved, question, { cosine: 0.6 })).toBeUndefined();
});

test('questions without a common word match by meaning, unless they follow up on the conversation', () => {
  const [approved, question] = ['Are you hiring?', 'Do you have any job openings?'] as const;
  expect(match(approved, question, { cosine: 0.7 })).toBe('At nine.');
  expect(match(approved, question, { cosine: 0.6 })).toBeUndefined();
  expect(match(approved, question, { cosine: 0.7, isFollowUp: true })).toBeUndefined();
});

test.each([
  ['Where do you deliver?', 'When do you deliver?'],
  ['When is breakfast?', 'How much is breakfast?'],
  ['How do I cancel my order?', 'Why was my order canceled?'],
  ['Are dogs allowed?', 'Why are dogs not allowed?'],
])('"%s" does not answer "%s", which asks something else', (approved, question) => {
  expect(match(approved, question, { cosine: 0.95 })).toBeUndefined();
});

test.each([
  ['When is dinner served?', 'When do you serve dinner?'],
  ['What does delivery cost?', 'How much does delivery cost?'],
])('"%s" answers "%s", which means the same', (approved, question) => {
  expect(match(approved, question, { cosine: 0.8 })).toBe('At nine.');
});
