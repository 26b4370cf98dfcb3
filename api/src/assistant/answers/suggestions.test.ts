import { expect, test } from 'vitest';
import { contentStemsOf } from './retrieval/words.ts';
import { closestQuestions, closestTopics } from './suggestions.ts';

const suggest = (question: string, passages: Parameters<typeof closestQuestions>[1]) =>
  closestQuestions({ stems: [...contentStemsOf(question)], weightOf: () => 1 }, passages);
const passage = (heading: string, text = '', title = '') => ({ heading, text, title });

test('suggests the closest questions that pages answer, best first', () => {
  const passages = [
    passage('Help › How do I change my address?'),
    passage('May I change my email address?'),
    passage('Where do you ship?'),
    passage('', '', 'Can I change my order? | Hill Bakery'),
    passage('Change of address'),
  ];
  expect(suggest('change email address', passages)).toEqual([
    'May I change my email address?',
    'How do I change my address?',
    'Can I change my order?',
  ]);
});

test('suggests each question once and no long ones', () => {
  const long = `Do you ship ${'far '.repeat(60)}away?`;
  expect(suggest('ship', [passage('Do you ship?'), passage('Do you ship?'), passage(long)])).toEqual([
    'Do you ship?',
  ]);
});

test('suggests no question that shares too few words', () => {
  expect(suggest('overseas parcels', [passage('Where do you ship?')])).toEqual([]);
});

test('suggests the topics of the best passages, unless the search found too little', () => {
  const passages = [passage('Delivery › Rates'), passage('Delivery › Rates'), passage('Returns')];
  expect(closestTopics(passages, 0.2)).toEqual(['Rates']);
  expect(closestTopics(passages, 0.04)).toEqual([]);
  expect(closestTopics([passage('')], 0.2)).toEqual([]);
});
