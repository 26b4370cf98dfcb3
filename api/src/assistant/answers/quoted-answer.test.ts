import { expect, test } from 'vitest';
import { quotedAnswer, quotesFrom } from './quoted-answer.ts';
import { sentencesByScore } from './retrieval/excerpt.ts';

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
  const sentences = await sentencesByScore(asked, [passage]);
  const parts = [...quotedAnswer(quotesFrom({ asked, passages: [passage], sentences }), 0.9, '')];
  expect(parts[0]).toEqual({ type: 'text', text: '- Crown – Fee: $1,190; Visits: 2 [1]' });
  expect(parts[1]).toMatchObject({
    citations: [
      { quote: '- Treatment: Crown; Fee: $1,190; Visits: 2', link: expect.stringContaining('Crown,2') },
    ],
  });
});
