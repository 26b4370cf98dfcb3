import { describe, expect, test } from 'vitest';
import { passagesOf } from '../passages.ts';
import { excerptOf } from './excerpt.ts';
import { PassageIndex } from './passage-index.ts';
import { sentencesOf } from './sentences.ts';
import { meantBy } from './spelling.ts';
import { isRemembered, stemOf } from './words.ts';

const page = (pageId: string, ...texts: string[]) => ({
  pageId,
  url: '',
  title: '',
  passages: texts.map((text, number) => ({ number, heading: '', text })),
});

describe('the index', () => {
  const index = new PassageIndex();
  index.put(page('bread', 'We bake bread with rye flour.', 'The bakery opened in 1923.'));
  index.put(page('cars', 'We repair cars and vans.'));

  test('finds the passage that says it, whatever the form of its words', () => {
    expect(index.search('When did the bakery open?').found[0]).toMatchObject({ pageId: 'bread', number: 1 });
    expect(index.search('repairing a car').found[0]).toMatchObject({ pageId: 'cars' });
  });

  test('is sure of what stands there, and not of what does not', () => {
    expect(index.search('repairing a car').confidence).toBeGreaterThan(0.6);
    expect(index.search('Who sells pineapples in Norway?').confidence).toBe(0);
    expect(index.search('').found).toEqual([]);
  });

  test('forgets a page, and takes a changed one in its place', () => {
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

test('sentences end where they end, and not at an abbreviation', () => {
  const text = 'Dr. Hill came at 5 p.m. with J. Doe. He left.\nA line';
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  expect(sentences).toEqual(['Dr. Hill came at 5 p.m. with J. Doe.', 'He left.', 'A line']);
});

test('forms of a word have one stem', () => {
  expect(stemOf('Opening')).toBe(stemOf('opens'));
  expect(stemOf('began')).toBe(stemOf('begins'));
  expect(stemOf('café’s')).toBe(stemOf('Cafe'));
});

test('words of pages are remembered, and nothing of what a person typed', () => {
  const index = new PassageIndex();
  index.put(page('bakery', 'The bakery is open.'));
  index.search('Is Quixotella in the bakery?', 'I am Quixotella');
  expect(isRemembered('bakery')).toBe(true);
  for (const word of ['Quixotella', 'quixotella']) expect(isRemembered(word)).toBe(false);
});

test('a misspelt word is the nearest of the known ones', () => {
  const known = new Map([
    ['password', 9],
    ['passport', 3],
    ['pass', 20],
  ]);
  const meant = (word: string) => meantBy(word, known.keys(), (each) => known.get(each) ?? 0);
  expect(meant('pasword')).toBe('password');
  expect(meant('passowrd')).toBe('password');
  expect(meant('zebra')).toBeUndefined();
  expect(meant('12345')).toBeUndefined();
});

test('an excerpt is what is read at a glance: the sentence that answers first', () => {
  const sources = [
    { heading: '', score: 10, text: 'Our shop is in the old town. It opened in 1923. When did it open?' },
  ];
  const [first] = excerptOf('When did the shop open?', ['shop', 'open'], sources, () => 1);
  expect(first?.sentence).toBe('It opened in 1923.');
  const long = [{ heading: '', score: 1, text: `${'Very long, '.repeat(60)}the shop is open.` }];
  const [clipped] = excerptOf('Is the shop open?', ['shop', 'open'], long, () => 1);
  expect(clipped?.sentence.length).toBeLessThan(300);
  expect(clipped?.sentence).toContain('the shop is open');
});

test('a page is cut below its headings, at the end of sentences, and nothing is lost', () => {
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
