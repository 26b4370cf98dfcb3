import { expect, test } from 'vitest';
import { contextOf } from './follow-up.ts';
import { requestOf } from './understanding/courtesy.ts';

const user = (text: string) => ({ role: 'user' as const, text });
const assistant = (text: string) => ({ role: 'assistant' as const, text });
const HISTORY = [user('What does a building permit cost?'), assistant('It costs $1,200. [1]')];
const context = (question: string, history = HISTORY) => contextOf(requestOf(question), history);

test.each([
  'How much is it?',
  'and for renters?',
  'How long does it take?',
  'Why?',
  'What about garages?',
  'How much is this?',
  'Are these fresh?',
  'Does the blue one have parking?',
  'Do you rent one with a pool?',
  'Are the big ones heated?',
  'Do garages need the same permit?',
])('"%s" continues the conversation', (question) => {
  expect(context(question)).toEqual({ text: 'What does a building permit cost?', isNeeded: true });
  expect(context(question, [])).toMatchObject({ text: '' });
});

test.each([
  'When does the planning office open on Sunday?',
  'Is it allowed to keep two cats in a rented flat?',
  'Why is my account locked?',
  'Are you open this weekend?',
  'Is the museum open this coming Saturday?',
  'Is the pool crowded these days?',
  'Can one person book two rooms?',
  'Do you sell one-day tickets?',
  'Do you offer same-day delivery?',
  'Can I return a dress from the sale if it does not fit?',
  'Does my dog need his rabies shots before boarding?',
  'Can my husband come to the class too?',
  'Do you offer IT support for offices?',
])('"%s" is a standalone question', (question) =>
  expect(context(question)).toEqual({ text: '', isNeeded: false }),
);

test('goes back to the last standalone question, skipping small talk', () => {
  const history = [
    user('Where do you ship parcels overseas?'),
    ...HISTORY,
    user('And for garages?'),
    assistant('The same.'),
    user('Thanks!'),
    assistant("You're welcome."),
  ];
  expect(context('How long does it take?', history).text).toBe(
    'What does a building permit cost? And for garages?',
  );
});

test('a question with a background of its own does not continue the conversation', () => {
  expect(context('My permit application was denied. What now?')).toMatchObject({ text: '' });
});
