import { expect, test } from 'vitest';
import { standaloneQuestion } from './rewriting.ts';

const history = [
  { role: 'user', text: 'How do I delete my account?' },
  { role: 'assistant', text: 'Select "Delete account".' },
] as const;
const rewritten = (written: string) =>
  standaloneQuestion(written, { question: 'what happens to my data then?', history, siteLanguage: 'en' });

test('reads a rewritten question, without its quotes', () => {
  expect(rewritten('"What happens to my data when I delete my account?"\n')).toBe(
    'What happens to my data when I delete my account?',
  );
});

test.each([
  'How do I delete my account?',
  '"how do I delete my account"',
  'The visitor\'s question: "What happens to my data then?"',
  'See https://evil.example/',
  'One line.\nAnother line.',
  '',
])('ignores what is not the last question: %j', (written) => {
  expect(rewritten(written)).toBeUndefined();
});
