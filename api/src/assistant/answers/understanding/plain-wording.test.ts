import { expect, test } from 'vitest';
import { plainWordingOf } from './plain-wording.ts';
import { searchTextOf } from './search-text.ts';

test.each([
  ['Can I get my money back?', 'Can I refund?'],
  ['I want to get it back', 'I want to restore it'],
  ['How do I open an account?', 'How do I create an account?'],
  ['We ran out of codes', 'We used all codes'],
  ['Do I have to live on the property?', 'is owner occupancy required?'],
  ['can I come in in person?', 'can I in person?'],
  ['what does ADU stand for', 'what is ADU'],
  ['What does net metering mean?', 'what is net metering?'],
  ['When do I get my deposit back?', 'When do I refund deposit?'],
])('rewrites "%s" as "%s"', (question, plain) => expect(plainWordingOf(question)).toBe(plain));

test.each([
  'Will you get back to me?',
  'Can I get a call back?',
  'I have a sore back',
  'How do I get my account number?',
  'Can I get an account statement?',
  'How do I make my account private?',
  'Is it made by hand in Oregon?',
  'How do you give back to the community?',
  'Do you have take away?',
  'Is it against the law?',
  'What do you mean?',
  'What does a flashing light mean for my warranty?',
])('does not rewrite "%s"', (question) => expect(plainWordingOf(question)).toBe(question));

test.each([
  ['Can your staff change my password?', 'Can you change my password?'],
  ['can customer service unlock my account', 'can you unlock my account'],
  ['Can someone from your team call me?', 'Can you call me?'],
])('replaces staff with "you" in "%s"', (question, searched) =>
  expect(searchTextOf(question)).toBe(searched),
);

test.each([
  'Can I talk to your staff?',
  'Does the team plan include SSO?',
  'Can staff accounts be deleted?',
  'Does your support plan cover weekends?',
  'Do agents need a license?',
])('keeps staff words in "%s"', (question) => expect(searchTextOf(question)).toBe(question));
