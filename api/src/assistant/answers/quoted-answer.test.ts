import { expect, test } from 'vitest';
import { NO_MODEL } from './contract.ts';
import { unanswered } from './quoted-answer.ts';
import { repliesIn } from './understanding/replies.ts';

const passage = (number: number, heading: string) => ({
  pageId: 'fees',
  number,
  url: 'https://bakery.example/fees',
  title: 'Fees',
  heading,
  text: 'No, each loaf is baked for a whole order.',
  score: 1,
});
const passages = [passage(0, 'Do I pay for half a loaf?'), passage(1, 'May I return a loaf?')];
const replies = repliesIn('en');
const found = { question: 'Half a loaf?', passages, replies, origin: NO_MODEL };

test('quotes the closest passage and suggests the other questions', () => {
  const [source] = passages;
  const text = 'Do I pay for half a loaf?\nNo, each loaf is baked for a whole order.';
  const closest = source ? [{ source, text }] : [];
  expect([...unanswered({ ...found, confidence: 0.4, closest })]).toMatchObject([
    { type: 'text', text: `${replies.closest}\n\n${text} [1]` },
    { type: 'citations' },
    { type: 'suggestions', suggestions: ['May I return a loaf?'] },
    { type: 'done', answered: false },
  ]);
});

test('suggests questions without a close passage, and nothing if the search found too little', () => {
  expect([...unanswered({ ...found, confidence: 0.2, closest: [] })]).toMatchObject([
    { type: 'text', text: replies.didYouMean },
    { type: 'suggestions', suggestions: ['Do I pay for half a loaf?', 'May I return a loaf?'] },
    { type: 'done', answered: false },
  ]);
  expect([...unanswered({ ...found, confidence: 0.01, closest: [] })]).toMatchObject([
    { type: 'text', text: replies.doNotKnow },
    { type: 'done', answered: false },
  ]);
});
