import { expect, test } from 'vitest';
import { NO_USAGE, type Writer } from './model/written-answer.ts';
import { type StandaloneFindings, searchStandalone } from './standalone-search.ts';
import { parseQuestion } from './understanding/question.ts';

const fact = {
  pageId: 'prompt:1',
  number: 0,
  url: '',
  title: '',
  heading: 'Do you offer parking?',
  text: 'Yes, there is free parking for all guests behind the building.',
};
const writer = { rewrite: async () => ({ usage: NO_USAGE, question: undefined }) } as unknown as Writer;

/** Searches for a question that the business's own answer matches. */
async function ownAnswerTo(question: string, ofWriter: Writer | undefined) {
  const parsed = parseQuestion(question, []);
  const outcome = await searchStandalone({
    question,
    history: [],
    parsed,
    writer: ofWriter,
    search: async () =>
      ({ parsed, asked: { context: '' }, passages: [fact] }) as unknown as StandaloneFindings,
    sampleText: async () => fact.text,
    ownAnswerTo: async () => fact,
    signal: new AbortController().signal,
  });
  return outcome.ownAnswer;
}

test('leaves the own answer to the model if the visitor writes in another language', async () => {
  expect(await ownAnswerTo('Do you have parking for the guests?', writer)).toBe(fact);
  expect(await ownAnswerTo('Haben Sie auch Parkplätze für die Gäste?', writer)).toBeUndefined();
  expect(await ownAnswerTo('Haben Sie auch Parkplätze für die Gäste?', undefined)).toBe(fact);
});
