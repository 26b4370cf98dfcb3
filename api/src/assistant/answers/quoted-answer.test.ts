import { expect, test } from 'vitest';
import type { AnswerPart } from './contract.ts';
import { quotedAnswer } from './quoted-answer.ts';

test('shows the rows of a table without the header of their first cell and links to the cells', async () => {
  const passage = {
    pageId: 'prices',
    number: 0,
    url: 'https://dentist.example/prices',
    title: 'Prices',
    heading: 'Fees',
    text: 'Treatment: Crown; Fee: $1,190; Visits: 2\nTreatment: Filling; Fee: $185; Visits: 1',
    score: 1,
  };
  const asked = {
    question: 'How much is a crown?',
    stems: ['crown'],
    context: '',
    weightOf: () => 1,
  };
  const parts: AnswerPart[] = [];
  for await (const part of quotedAnswer(asked, [passage], 0.9, '')) parts.push(part);
  expect(parts[0]).toEqual({ type: 'text', text: '- Crown – Fee: $1,190; Visits: 2 [1]' });
  expect(parts[1]).toMatchObject({
    citations: [
      { quote: '- Treatment: Crown; Fee: $1,190; Visits: 2', link: expect.stringContaining('Crown,2') },
    ],
  });
});
