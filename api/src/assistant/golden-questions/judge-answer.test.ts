import { expect, test } from 'vitest';
import { judgeAnswer } from './judge-answer.ts';

const HOURS = 'https://acme.example/hours';
const cited = (url: string, heading = '') => ({
  number: 1,
  pageId: 'p',
  url,
  link: url,
  title: '',
  heading,
  quote: '',
});
const answer = (text: string, url = HOURS) => ({ text, citations: [cited(url)], answered: true });
const passed = { passed: true, failures: [], missing: [] };

test('passes an answer with the expected page and every expected phrase', () => {
  const expected = { page_url: HOURS, phrases: ['7 am', "on tuesday's"] };
  expect(judgeAnswer(expected, answer('We open at 7\u00a0AM [1] on Tuesday’s.'))).toEqual(passed);
  expect(judgeAnswer(expected, answer('We open at 7 am.', 'https://acme.example/'))).toEqual({
    passed: false,
    failures: ['other_page', 'missing_phrase'],
    missing: ["on tuesday's"],
  });
});

test('accepts any page or any wording if none is expected', () => {
  expect(
    judgeAnswer({ page_url: null, phrases: ['7 am'] }, answer('At 7 am.', 'https://x.example/')),
  ).toEqual(passed);
  expect(judgeAnswer({ page_url: HOURS, phrases: [] }, answer('At eight.'))).toEqual(passed);
});

test('ignores protocol, www, trailing slash and anchor when comparing pages', () => {
  const expected = { page_url: HOURS, phrases: [] };
  expect(judgeAnswer(expected, answer('', 'http://www.acme.example/hours/#sunday'))).toEqual(passed);
});

test("fails a refusal even if it contains the phrase, and passes the business's own answer without a page", () => {
  const expected = { page_url: HOURS, phrases: ['7 am'] };
  const refusal = { ...answer('I do not know about 7 am.'), answered: false };
  expect(judgeAnswer(expected, refusal)).toMatchObject({ passed: false, failures: ['not_answered'] });
  const own = { text: 'At 7 am.', citations: [cited('', 'When do you open?')], answered: true };
  expect(judgeAnswer(expected, own)).toEqual(passed);
});
