import { expect, test } from 'vitest';
import { PassageVectors } from './embeddings/passage-vectors.ts';
import { passageKey } from './passages.ts';
import { searchFor } from './question-search.ts';
import { MIN_CLOSEST_CONFIDENCE, MIN_CONFIDENCE } from './retrieval/confidence.ts';
import { PassageIndex } from './retrieval/passage-index.ts';
import { parseQuestion } from './understanding/question.ts';

/** Returns a site with these texts by page id. Without a score for every sentence, it is searched by words only. */
const siteOf = (texts: Readonly<Record<string, string>>, answerScore?: number, wordSimilarity = 0.5) => {
  const index = new PassageIndex();
  const passages = Object.entries(texts).map(([pageId, text]) => ({ pageId, number: 0, heading: '', text }));
  for (const each of passages) index.put({ pageId: each.pageId, url: '', title: '', passages: [each] });
  const vectors = new PassageVectors();
  const isByMeaning = answerScore !== undefined;
  if (isByMeaning)
    for (const { pageId, number } of passages)
      vectors.put(pageId, number, { text: Float32Array.of(1, 0), heading: undefined });
  const byKey = new Map(passages.map((each) => [passageKey(each), each]));
  const find = (question: string, ...earlier: string[]) => {
    const history = earlier.map((text) => ({ role: 'user' as const, text }));
    return searchFor(parseQuestion(question, history), {
      index,
      vectors,
      embed: async () => (isByMeaning ? Float32Array.of(1, 0) : undefined),
      readPassages: async (found) =>
        found.flatMap(({ score, ...at }) => {
          const passage = byKey.get(passageKey(at));
          return passage ? [{ url: '', title: '', ...passage, score }] : [];
        }),
      reader: isByMeaning
        ? {
            scoreAnswers: async (_, sentences) => sentences.map(() => answerScore),
            compare: async (asked) => ({
              similarity: 0.5,
              words: asked.split(' ').map((word) => ({ word, similarity: wordSimilarity })),
            }),
          }
        : undefined,
      isCalibrated: isByMeaning,
    });
  };
  return {
    bestPage: async (...asked: Parameters<typeof find>) => (await find(...asked)).sentences[0]?.source.pageId,
    confidence: async (...asked: Parameters<typeof find>) => (await find(...asked)).confidence,
  };
};

test('finds English pages for a Spanish question, and Spanish pages by their own words', async () => {
  const english = siteOf({ parking: 'Parking is behind the house.', open: 'We open at nine on Saturdays.' });
  expect(await english.bestPage('¿Dónde está el estacionamiento?')).toBe('parking');
  expect(await english.bestPage('¿A qué hora abren los sábados?')).toBe('open');
  const spanish = siteOf({ a: 'El estacionamiento está detrás.', b: 'The parking permit is in English.' });
  expect(await spanish.bestPage('¿Dónde está el estacionamiento?')).toBe('a');
});

test('answers a follow-up from the page that the conversation is about', async () => {
  const site = siteOf({
    letter: 'The letter takes ten days by mail. The number in it will expire after 21 days.',
    text: 'Each number that we send by text will expire after ten minutes.',
    barcode: 'A barcode will expire after a week.',
  });
  expect(await site.bestPage('when will it expire?', 'How long does the letter take?')).toBe('letter');
  expect(await site.bestPage('when will it expire?', 'Do you send a barcode?')).toBe('barcode');
});

test('searches for the background of a question too', async () => {
  const site = siteOf({
    permit: 'If a permit is denied, you can appeal within ten days.',
    invoice: 'If an invoice is late, you pay a fee.',
  });
  expect(await site.bestPage('My permit was denied. Any tips?')).toBe('permit');
  expect(await site.bestPage('My invoice came late. Any tips?')).toBe('invoice');
});

test('does not trust a quote that lacks the price asked for', async () => {
  const confidenceOf = (permit: string) =>
    siteOf({ a: permit, b: 'We are open.', c: 'Boats are fun.' }).confidence(
      'How much does the blue boat permit cost?',
    );
  expect(await confidenceOf('The blue boat permit costs $20.')).toBeGreaterThan(MIN_CONFIDENCE);
  expect(await confidenceOf('The cost of the blue boat permit is 20.')).toBeGreaterThan(MIN_CONFIDENCE);
  expect(await confidenceOf('The blue boat permit has a cost.')).toBeLessThan(MIN_CONFIDENCE);
  expect(await confidenceOf('The blue boat permit costs 30 minutes of your time.')).toBeLessThan(
    MIN_CONFIDENCE,
  );
});

test('does not answer a follow-up from a passage that lacks its subject', async () => {
  const site = siteOf({
    post: 'You verify your card at the post office. The post office scans the card.',
    dentist: 'Call us for an appointment with the dentist. Each appointment takes an hour.',
  });
  const earlier = 'How do I verify my card at the post office?';
  expect(await site.confidence('do I need an appointment?', earlier)).toBeLessThan(MIN_CONFIDENCE);
  expect(await site.confidence('does it scan the card?', earlier)).toBeGreaterThan(MIN_CONFIDENCE);
});

test('trusts a sentence less if the cross-encoder does not read an answer in it', async () => {
  const texts = { a: 'A guest signs in with a password.', b: 'We are open.' };
  const confidenceWith = (answerScore: number) =>
    siteOf(texts, answerScore).confidence('lawyer signs in with password');
  expect(await confidenceWith(-3)).toBeLessThan((await confidenceWith(3)) - 0.2);
});

test('trusts a sentence less if a word of the question has no counterpart in it', async () => {
  const texts = { a: 'A guest signs in with a password.', b: 'We are open.' };
  const confidenceWith = (ofWords: number) =>
    siteOf(texts, 3, ofWords).confidence('lawyer signs in with password');
  expect(await confidenceWith(0.2)).toBeLessThan((await confidenceWith(0.7)) - 0.05);
});

test('trusts an answer to a question without content words only if it asks how to reach the business', async () => {
  const site = siteOf({ shop: 'Our shop is at 42 Haywood Road and opens at 9 a.m.' }, 6);
  expect(await site.confidence('Where are you?')).toBeGreaterThan(MIN_CONFIDENCE);
  expect(await site.confidence('Can you do this for me?')).toBeLessThan(MIN_CONFIDENCE);
  expect(await site.confidence('What can you do?')).toBeLessThan(MIN_CONFIDENCE);
});

test('shows the closest passage with a phone number to a visitor who asks how to reach the business', async () => {
  const confidenceOf = (text: string) =>
    siteOf({ a: text, b: 'We sell boats.' }, -6).confidence('How do I contact support?');
  expect(await confidenceOf('If you see fraud, call (555) 555-0100.')).toBe(MIN_CLOSEST_CONFIDENCE);
  expect(await confidenceOf('If you see fraud, tell us.')).toBeLessThan(MIN_CLOSEST_CONFIDENCE);
});

test.each([
  ["What's your phone number?", true],
  ['Are you open on Sundays?', true],
  ['Where is your shop?', true],
  ['What is the phone number of the lawyer?', false],
  ['Who do I call about a job?', false],
])('answers "%s" with a passage that states how to reach the business: %s', async (question, isAnswered) => {
  const contact = 'Call us: (555) 123-4567\n\nOpen Mon–Fri 9am–6pm\n\nOur shop: 12 Harbor Street, Salem';
  const site = siteOf({ contact, b: 'We sell boats.' }, -6);
  expect((await site.confidence(question)) >= MIN_CONFIDENCE).toBe(isAnswered);
});
