import { describe, expect, test } from 'vitest';
import { PassageVectors } from '../embeddings/passage-vectors.ts';
import { unitVector } from '../embeddings/vector.ts';
import { confidenceOf } from './confidence.ts';
import { findPassages } from './find-passages.ts';
import { PassageIndex } from './passage-index.ts';
import { rankPassages } from './ranking.ts';
import { isCached } from './words.ts';

const page = (pageId: string, ...texts: string[]) => ({
  pageId,
  url: '',
  title: '',
  passages: texts.map((text, number) => ({ number, heading: '', text })),
});

/** Searches by words only. */
const search = (index: PassageIndex, question: string) =>
  findPassages({
    index,
    vectors: new PassageVectors(),
    searchText: question,
    question,
    context: '',
    vector: undefined,
  });

describe('passage index', () => {
  const index = new PassageIndex();
  index.put(page('bread', 'We bake bread with rye flour.', 'The bakery opened in 1923.'));
  index.put(page('cars', 'We repair cars and vans.'));

  test('finds a passage for any form of its words', () => {
    expect(search(index, 'When did the bakery open?').found[0]).toMatchObject({ pageId: 'bread', number: 1 });
    expect(search(index, 'repairing a car').found[0]).toMatchObject({ pageId: 'cars' });
  });

  test('has high confidence only for questions that passages answer', () => {
    const confidence = (question: string) => {
      const { found, featuresOf } = search(index, question);
      const [best] = found;
      return best
        ? confidenceOf(
            { ...featuresOf(best), quoteSimilarity: 0, covered: 1, matched: 0, answerScore: 0, share: 1 },
            { byMeaning: false },
          )
        : 0;
    };
    expect(confidence('repairing a car')).toBeGreaterThan(0.6);
    expect(confidence('Who sells pineapples in Norway?')).toBeLessThan(0.1);
    expect(search(index, '').found).toEqual([]);
  });

  describe('spelling', () => {
    const words = `Parking, reservations, an appointment, insurance, weddings, catering, cleaning, registration, free delivery,
      restaurants, we repair gearboxes, coupons, human staff, a match.`;
    const spelled = new PassageIndex();
    spelled.put(page('services', words));

    test.each([
      ['parkng', 'parking'],
      ['reservaton', 'reservations'],
      ['Reservatons', 'reservations'],
      ['appointmnt', 'appointment'],
      ['insurace', 'insurance'],
      ['caterng', 'catering'],
      ['cleanng', 'cleaning'],
      ['registraton', 'registration'],
      ['coupn', 'coupons'],
      ['registratons', 'registration'],
      ['do you repare geerboxes?', 'do you repair gearboxes?'],
      ['is there a restarant', 'is there a restaurants'],
      ['Is delivry free?', 'Is delivery free?'],
    ])('"%s" is read as "%s"', (question, corrected) => {
      expect(spelled.correctSpelling(question)).toBe(corrected);
      expect(spelled.search(question).stems).toEqual(spelled.search(corrected).stems);
    });

    test.each(['Do you accept Humana?', 'Do you sell matcha?', 'Ask about Insurace'])(
      'keeps "%s"',
      (question) => {
        expect(spelled.correctSpelling(question)).toBe(question);
      },
    );

    test('forgets the words of removed pages', () => {
      const index = new PassageIndex();
      index.put(page('services', words));
      index.put(page('cars', 'We repair cars.'));
      index.remove('services');
      expect(index.correctSpelling('parkng')).toBe('parkng');
    });
  });

  test('ignores mistyped stop words', () => {
    expect(index.search('wen did teh bakery open').stems).toEqual(
      index.search('When did the bakery open').stems,
    );
    expect(index.search('wat r ur vans').stems).toEqual(index.search('What are your vans').stems);
    expect(index.weightOf('ur')).toBe(0);
    expect(index.weightOf('pineappl')).toBeGreaterThan(0);
  });

  test('removes a page and replaces a changed one', () => {
    const changing = new PassageIndex();
    changing.put(page('a', 'Parking costs two dollars.'));
    changing.put(page('b', 'Dogs are welcome.'));
    changing.put(page('a', 'Cats are welcome.'));
    expect(search(changing, 'parking').found).toEqual([]);
    expect(search(changing, 'cats').found).toHaveLength(1);
    changing.remove('a');
    expect(search(changing, 'cats').found).toEqual([]);
  });

  test('splits a hyphenated word until the last page with it is removed', () => {
    const changing = new PassageIndex();
    changing.put(page('a', 'Check-in starts at three.', 'Check-in is easy.'));
    changing.put(page('b', 'Check-in is at the desk.'));
    const parts = ['check'];
    expect(changing.search('checkin').stems).toEqual(parts);
    changing.put(page('a', 'Cats are welcome.'));
    expect(changing.search('checkin').stems).toEqual(parts);
    changing.remove('b');
    expect(changing.search('checkin').stems).toEqual(['checkin']);
  });
});

test('finds two words that a page writes as one', () => {
  const index = new PassageIndex();
  index.put(page('programs', 'Storytime is on Mondays.'));
  index.put(page('news', 'The story of the year and the time of our life.'));
  index.put(page('elements', 'An element of housing.', 'Write to housingelement at our desk.', 'Elements.'));
  index.put(page('houses', 'Housing.', 'Each housing has an element.'));
  expect(search(index, 'When is story time?').found[0]).toMatchObject({ pageId: 'programs' });
  expect(index.search('housing element').stems).toEqual(['hous', 'element']);
  index.put(page('sea', 'The island is an island.'));
  expect(index.search('How much is land?').stems).toEqual(['much', 'land']);
});

test('counts only the words of a follow-up itself as known', () => {
  const index = new PassageIndex();
  index.put(page('post', 'Show your card at the post office.'));
  expect(index.search('appointment', { context: 'post office' }).known).toBe(0);
  expect(index.search('card', { context: 'post office' }).known).toBe(1);
});

test('combines passages found by words and by meaning', () => {
  const features = {
    bm25: 1.5,
    pageBm25: 0,
    proximity: 0,
    bestSentence: 0,
    firstSentence: 0,
    definition: 0,
    coverage: 1,
    heading: 0,
    kind: 0.5,
    business: 0,
  };
  const at = (pageId: string) => ({ pageId, number: 0 });
  const found = {
    candidates: [
      { ...at('a'), features: { ...features, bm25: 1.6 } },
      { ...at('b'), features: { ...features, bm25: 0.4 } },
      { ...at('c'), features: { ...features, bm25: 0, coverage: 0 } },
    ],
    stems: [],
    known: 1,
    isOfBusiness: false,
  };
  const pagesOf = (ranked: readonly { pageId: string }[]) => ranked.map(({ pageId }) => pageId);
  expect(pagesOf(rankPassages(found, undefined))).toEqual(['a', 'b', 'c']);
  const vectors = new PassageVectors();
  const put = (pageId: string, ...values: number[]) => {
    const vector = unitVector(values);
    vectors.put(pageId, 0, { text: vector, heading: vector });
  };
  put('c', 9, 1);
  put('b', 8, 2);
  put('a', 0, 1);
  // c has no word of the question; a is the least similar.
  expect(pagesOf(rankPassages(found, vectors.compare(unitVector([1, 0]))))).toEqual(['b', 'c', 'a']);
  // Words weigh more if the question asks how to reach the business.
  const contact = { ...found, isOfBusiness: true };
  expect(pagesOf(rankPassages(contact, vectors.compare(unitVector([1, 0]))))).toEqual(['b', 'a', 'c']);
  vectors.remove('a');
  put('d', 1, 9);
  // A passage without a vector counts as an average one.
  expect(pagesOf(rankPassages(found, vectors.compare(unitVector([1, 0]))))).toEqual(['a', 'b', 'c']);
});

describe('a question without content words', () => {
  const right = Float32Array.of(1, 0);
  const left = Float32Array.of(0, 1);
  const searchByMeaning = (pages: Readonly<Record<string, Float32Array>>, question: string) => {
    const index = new PassageIndex();
    const vectors = new PassageVectors();
    for (const [pageId, text] of Object.entries(pages)) {
      index.put(page(pageId, `About ${pageId}.`));
      vectors.put(pageId, 0, { text, heading: undefined });
    }
    return findPassages({ index, vectors, searchText: question, question, context: '', vector: right });
  };

  test.each(['Where are you?', 'What do you have?', 'Can you do this for me?'])(
    'finds passages by meaning: %s',
    (question) => {
      const { found, featuresOf } = searchByMeaning({ address: right, prices: left }, question);
      expect(found.map(({ pageId }) => pageId)).toEqual(['address']);
      for (const each of found) {
        expect(Object.values(each.features).every(Number.isFinite)).toBe(true);
        expect(Object.values(featuresOf(each)).every(Number.isFinite)).toBe(true);
      }
    },
  );

  test('finds the only passage of a website', () => {
    expect(searchByMeaning({ address: right }, 'Where are you?').found).toHaveLength(1);
  });

  test('finds nothing without vectors', () => {
    const index = new PassageIndex();
    index.put(page('address', 'Where are you?'));
    expect(search(index, 'Where are you?').found).toEqual([]);
  });
});

test('prefers passages on the page that the conversation is about', () => {
  const index = new PassageIndex();
  index.put(page('a', 'A code expires after ten minutes.'));
  index.put(page('b', 'A code expires after 21 days.'));
  const found = (focus: string) => rankPassages(index.search('code expires'), undefined, focus)[0]?.pageId;
  expect([found('a'), found('b')]).toEqual(['a', 'b']);
});

test('caches words of pages but not of visitors', () => {
  const index = new PassageIndex();
  index.put(page('bakery', 'The bakery is open.'));
  index.search('Is Quixotella in the bakery?', { context: 'I am Quixotella' });
  expect(isCached('bakery')).toBe(true);
  for (const word of ['Quixotella', 'quixotella']) expect(isCached(word)).toBe(false);
});
