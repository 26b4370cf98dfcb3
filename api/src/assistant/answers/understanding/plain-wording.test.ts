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
  ['Will you get back to me?', 'Will you get back to me?'],
])('reads "%s" as "%s"', (question, plain) => expect(plainWordingOf(question)).toBe(plain));

test.each([
  ['Can your staff change my password?', 'Can you change my password?'],
  ['can customer service unlock my account', 'can you unlock my account'],
  ['Can someone from your team call me?', 'Can you call me?'],
  ['Can I talk to your staff?', 'Can I talk to your staff?'],
])('searches for what the staff of "%s" do', (question, searched) =>
  expect(searchTextOf(question)).toBe(searched),
);
