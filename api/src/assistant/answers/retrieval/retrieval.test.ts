import { describe, expect, test } from 'vitest';
import { passagesOf } from '../passages.ts';
import { excerptOf } from './excerpt.ts';
import { PassageIndex } from './passage-index.ts';
import { sentencesOf } from './sentences.ts';
import { correctSpelling } from './spelling.ts';
import { isCached, stemOf } from './words.ts';

const page = (pageId: string, ...texts: string[]) => ({
  pageId,
  url: '',
  title: '',
  passages: texts.map((text, number) => ({ number, heading: '', text })),
});

describe('passage index', () => {
  const index = new PassageIndex();
  index.put(page('bread', 'We bake bread with rye flour.', 'The bakery opened in 1923.'));
  index.put(page('cars', 'We repair cars and vans.'));

  test('finds a passage whatever the form of its words', () => {
    expect(index.search('When did the bakery open?').found[0]).toMatchObject({ pageId: 'bread', number: 1 });
    expect(index.search('repairing a car').found[0]).toMatchObject({ pageId: 'cars' });
  });

  test('is confident of questions that passages answer, and not of others', () => {
    expect(index.search('repairing a car').confidence).toBeGreaterThan(0.6);
    expect(index.search('Who sells pineapples in Norway?').confidence).toBe(0);
    expect(index.search('').found).toEqual([]);
  });

  test('removes a page and replaces a changed one', () => {
    const changing = new PassageIndex();
    changing.put(page('a', 'Parking costs two dollars.'));
    changing.put(page('b', 'Dogs are welcome.'));
    changing.put(page('a', 'Cats are welcome.'));
    expect(changing.search('parking').found).toEqual([]);
    expect(changing.search('cats').found).toHaveLength(1);
    changing.remove('a');
    expect(changing.search('cats').found).toEqual([]);
  });
});

test('splits sentences, but not at abbreviations', () => {
  const text = 'Dr. Hill came at 5 p.m. with J. Doe. He left.\nA line';
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  expect(sentences).toEqual(['Dr. Hill came at 5 p.m. with J. Doe.', 'He left.', 'A line']);
});

test('maps forms of a word to one stem', () => {
  expect(stemOf('Opening')).toBe(stemOf('opens'));
  expect(stemOf('began')).toBe(stemOf('begins'));
  expect(stemOf('café’s')).toBe(stemOf('Cafe'));
});

test('caches words of pages but not of visitors', () => {
  const index = new PassageIndex();
  index.put(page('bakery', 'The bakery is open.'));
  index.search('Is Quixotella in the bakery?', 'I am Quixotella');
  expect(isCached('bakery')).toBe(true);
  for (const word of ['Quixotella', 'quixotella']) expect(isCached(word)).toBe(false);
});

test('corrects a misspelled word to the nearest known one', () => {
  const known = new Map([
    ['password', 9],
    ['passport', 3],
    ['pass', 20],
  ]);
  const meant = (word: string) => correctSpelling(word, known.keys(), (each) => known.get(each) ?? 0);
  expect(meant('pasword')).toBe('password');
  expect(meant('passowrd')).toBe('password');
  expect(meant('zebra')).toBeUndefined();
  expect(meant('12345')).toBeUndefined();
});

test('limits an excerpt and starts with the best sentence', () => {
  const sources = [
    { heading: '', score: 10, text: 'Our shop is in the old town. It opened in 1923. When did it open?' },
  ];
  const [first] = excerptOf('When did the shop open?', ['shop', 'open'], sources, () => 1);
  expect(first?.sentence).toBe('It opened in 1923.');
  const long = [{ heading: '', score: 1, text: `${'Very long, '.repeat(60)}the shop is open.` }];
  const [shortenSentence] = excerptOf('Is the shop open?', ['shop', 'open'], long, () => 1);
  expect(shortenSentence?.sentence.length).toBeLessThan(300);
  expect(shortenSentence?.sentence).toContain('the shop is open');
});

test('splits a page at headings and sentence ends without loss', () => {
  const sentence = 'This is one sentence of many that are all alike. ';
  const passages = passagesOf([
    { heading: 'A', text: 'Short.' },
    { heading: 'A', text: 'Short too.' },
    { heading: 'B', text: sentence.repeat(100) },
    { heading: 'C', text: 'x'.repeat(5_000) },
  ]);
  expect(passages[0]).toEqual({ number: 0, heading: 'A', text: 'Short.\n\nShort too.' });
  for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(2_000);
  const count = (of: string) => passages.reduce((sum, { text }) => sum + text.split(of).length - 1, 0);
  expect(count('one sentence')).toBe(100);
  expect(count('x')).toBe(5_000);
});
