import { expect, test } from 'vitest';
import { approvedAnswerOf, isSameAnswer, promptContentOf } from './approved-answer.ts';

test('writes a question and its answer as an FAQ prompt and reads them back', () => {
  const content = promptContentOf({
    question: ' Do you\ndeliver? ',
    answer: 'Yes:\n\n- on Mondays\n- on Fridays',
  });
  expect(content).toBe('Q: Do you deliver?\nA: Yes:\n- on Mondays\n- on Fridays');
  expect(approvedAnswerOf(content)).toEqual({
    question: 'Do you deliver?',
    answer: 'Yes:\n- on Mondays\n- on Fridays',
  });
});

test.each([
  'We offer two plans:\nA. Basic, $10\nB. Pro, $20',
  'Ask at the desk.\nA: Maria',
  'A: Maria',
  '1. Call us\n2. Pay the deposit\n3. Collect the cake',
  '12 Main Street\nSpringfield',
])('gives %j word for word', (answer) => {
  expect(approvedAnswerOf(promptContentOf({ question: 'How?', answer }))).toEqual({
    question: 'How?',
    answer,
  });
});

test('accepts line separators of word processors', () => {
  const content = promptContentOf({
    question: 'Are you\u2028open?',
    answer: 'At 7.\u2028Closed on Mondays.',
  });
  expect(content).toBe('Q: Are you open?\nA: At 7.\nClosed on Mondays.');
});

test('rejects a question or answer that would be read as two', () => {
  expect(() => promptContentOf({ question: 'Open?', answer: 'At 7.\nQ: And on Sunday?\nA: No.' })).toThrow();
  expect(() => promptContentOf({ question: 'Is plan A: free?', answer: 'Yes.' })).toThrow();
});

test('ignores a prompt with several pairs, guidance or facts', () => {
  expect(approvedAnswerOf('Q: Open? A: At 7.\n\nQ: Sunday? A: No.')).toBeUndefined();
  expect(approvedAnswerOf('Be brief.\n\nQ: Open? A: At 7.')).toBeUndefined();
  expect(approvedAnswerOf('- Phone: 555-0100')).toBeUndefined();
});

test('ignores citation numbers when comparing answers', () => {
  expect(isSameAnswer('At 7 [1]. Closed on Mondays [2].', 'At 7.\nClosed on Mondays.')).toBe(true);
  expect(isSameAnswer('At 7.', 'At 8.')).toBe(false);
});
