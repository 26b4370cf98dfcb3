import { expect, test } from 'vitest';
import { closestQuestions, closestTopics } from './suggestions.ts';

const passage = (heading: string, text = '', title = '') => ({ heading, text, title });

test('suggests the questions that the best passages answer, best first', () => {
  const passages = [
    passage('Help › How do I change my address?'),
    passage('Change of address'),
    passage('May I change my email address?'),
    passage('', '', 'Can I change my order? | Hill Bakery'),
    passage('Where do you ship?'),
  ];
  expect(closestQuestions(passages, 'address', 0.2)).toEqual([
    'How do I change my address?',
    'May I change my email address?',
    'Can I change my order?',
  ]);
});

test('suggests each question once, no long ones, and none if the search found too little', () => {
  const long = `Do you ship ${'far '.repeat(60)}away?`;
  const passages = [passage('Do you ship?'), passage('Do you ship?'), passage(long)];
  expect(closestQuestions(passages, 'address', 0.2)).toEqual(['Do you ship?']);
  expect(closestQuestions(passages, 'address', 0.04)).toEqual([]);
});

test('suggests the topics of the best passages, unless the search found too little', () => {
  const passages = [passage('Delivery › Rates'), passage('Delivery › Rates'), passage('Returns')];
  expect(closestTopics(passages, 0.2)).toEqual(['Rates']);
  expect(closestTopics(passages, 0.04)).toEqual([]);
  expect(closestTopics([passage('')], 0.2)).toEqual([]);
});

test("does not suggest the visitor's own question", () => {
  expect(
    closestQuestions([passage('Do you ship?'), passage('Where do you ship?')], 'do you ship', 0.2),
  ).toEqual(['Where do you ship?']);
});

test('suggests no questions of passages about something else', () => {
  const passages = [
    { ...passage('Do you trim nails?'), similarity: 0.4 },
    { ...passage('How can I pay?'), similarity: 0.1 },
  ];
  expect(closestQuestions(passages, 'claws', 0.2)).toEqual(['Do you trim nails?']);
});
