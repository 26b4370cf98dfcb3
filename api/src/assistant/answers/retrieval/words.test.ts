import { expect, test } from 'vitest';
import { isEnglishWord } from './english-words.ts';
import { sentencesOf } from './sentences.ts';
import { nearestWord } from './spelling.ts';
import { isStopWord, stemOf } from './words.ts';

test('splits sentences, but not at abbreviations', () => {
  const text = 'Dr. Hill came at 5 p.m. with J. Doe. He left.\nA line';
  const sentences = sentencesOf(text).map(({ start, end }) => text.slice(start, end));
  expect(sentences).toEqual(['Dr. Hill came at 5 p.m. with J. Doe.', 'He left.', 'A line']);
});

test.each([
  ['Open Mon. to Fri. 9 to 5, Sat. 10 to 2.'],
  ['Open Mon. Wed. Fri. from 9.', 'Come in.'],
  ['We open on Sat.', 'Come in.'],
  ['Allow 30 min. per visit.', 'We wait 20 min.', 'Then we leave.'],
  ['It has 500 sq. ft. of space for max. 20 people.'],
  ['Tel. 555-1234 ext. 12.', 'Under 50 lbs. only.'],
  ['They sat.', 'iPhones are repaired in the sun.', '2 of them broke.'],
])('splits "%s" at the ends of sentences only', (...sentences) => {
  const text = sentences.join(' ');
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(sentences);
});

test('maps forms of a word to one stem', () => {
  expect(stemOf('Opening')).toBe(stemOf('opens'));
  expect(stemOf('began')).toBe(stemOf('begins'));
  expect(stemOf('leaves')).toBe(stemOf('leave'));
  expect(stemOf('lives')).toBe(stemOf('live'));
  expect(stemOf('seconds')).toBe(stemOf('second'));
  expect(stemOf('café’s')).toBe(stemOf('Cafe'));
});

test('tells words of different meaning apart', () => {
  const days = [
    'Mon Monday',
    'tues Tuesdays',
    'Wed wednesday',
    'THU Thursday',
    'fri Friday',
    'Sat Saturdays',
    'Sun sunday',
  ];
  for (const day of days) {
    const [abbreviation = '', name = ''] = day.split(' ');
    expect(stemOf(abbreviation)).toBe(stemOf(name));
  }
  for (const word of ['fries', 'fried', 'wedding', 'weddings', 'sit', 'sitting', 'sun', 'sunny'])
    expect(days.flatMap((day) => day.split(' ')).map(stemOf)).not.toContain(stemOf(word));
  expect(stemOf('left')).not.toBe(stemOf('leave'));
  expect(stemOf('organic')).not.toBe(stemOf('organization'));
  expect(stemOf('organized')).toBe(stemOf('organizations'));
});

test.each(["isn't", 'don’t', "won't", "can't", "wouldn't"])('"%s" is a stop word', (word) =>
  expect(isStopWord(stemOf(word))).toBe(true),
);

test.each(['evening', 'first', 'one', 'use', 'used', 'useful', 'wills', 'canned', 'ore'])(
  'searches for "%s", which is not a stop word although its stem looks like one',
  (word) => expect(isStopWord(stemOf(word))).toBe(false),
);

test.each([
  ['use', 'used'],
  ['uses', 'using'],
  ['one', 'ones'],
])('maps "%s" and "%s" to one stem', (word, form) => expect(stemOf(word)).toBe(stemOf(form)));

test.each([
  'prices',
  'leases',
  'caves',
  'larger',
  'baked',
  'makes',
  'closest',
  'dresses',
  'cities',
  'running',
  'baker’s',
])('"%s" is an English word', (word) => expect(isEnglishWord(word)).toBe(true));

test('corrects a misspelled word to the nearest known one', () => {
  const known = new Map([
    ['password', 9],
    ['passport', 3],
    ['pass', 20],
  ]);
  const meant = (word: string) => nearestWord(word, known.keys(), (each) => known.get(each) ?? 0);
  expect(meant('pasword')).toBe('password');
  expect(meant('passowrd')).toBe('password');
  expect(meant('passs')).toBe('pass');
  expect(meant('passa')).toBeUndefined();
  expect(meant('zebra')).toBeUndefined();
  expect(meant('12345')).toBeUndefined();
});
