import { expect, test } from 'vitest';
import { passagesOf } from './passages.ts';

test('cuts an overlong sentence between characters', () => {
  // The leading letter moves every surrogate pair to an odd offset.
  const passages = passagesOf([{ heading: '', text: `a${'🍞'.repeat(2_500)}` }]);
  expect(passages.length).toBeGreaterThan(1);
  for (const { text } of passages) expect(text.isWellFormed()).toBe(true);
});

test('joins a paragraph that breaks off mid-sentence with its continuation', () => {
  const text = (blocks: string[]) => passagesOf(blocks.map((each) => ({ heading: '', text: each })));
  const [beginning, continuation] = [
    'Under section 66323, an applicant may apply to build up to eight detached',
    'ADUs and at least one conversion ADU.',
  ];
  expect(text([beginning, continuation])).toMatchObject([{ text: `${beginning} ${continuation}` }]);
  const list = 'You need the following documents before you come to our office,';
  expect(text([list, 'a passport\na photo'])).toMatchObject([{ text: `${list}\n\na passport\na photo` }]);
  const heading = 'Our services in the city and in the surrounding communities';
  expect(text([heading, 'We repair boilers.'])).toMatchObject([{ text: `${heading}\n\nWe repair boilers.` }]);
});

test('splits a long run of periods and many unfinished lines in linear time', () => {
  const before = process.cpuUsage();
  passagesOf([{ heading: '', text: `${'.'.repeat(500_000)}x` }]);
  const unfinished = 'a line without an end that is longer than sixty characters are';
  passagesOf(Array.from({ length: 5_000 }, () => ({ heading: '', text: unfinished })));
  // The periods alone would take hours in quadratic time.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(20); // seconds
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
