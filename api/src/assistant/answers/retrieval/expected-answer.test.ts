import { expect, test } from 'vitest';
import { expectedAnswerOf } from './expected-answer.ts';

test('recognizes hours with the day before or after the time', () => {
  for (const text of ['Sunday: 9 am to noon', 'We open at 7 am from Tuesday to Sunday.', 'Mon-Fri 9-5'])
    expect(expectedAnswerOf('When do you open?')?.matchScore(text, new Set())).toBe(1);
  for (const text of ['Orders placed Monday ship in 3-5 days.', 'On Sundays for 2 to 10 people'])
    expect(expectedAnswerOf('When do you open?')?.matchScore(text, new Set())).toBe(0);
  expect(expectedAnswerOf('When did the shop open?')?.kind).toBe('time');
});

test('counts an instruction to contact an office as contact details', () => {
  const matchScore = (text: string) => expectedAnswerOf('Who do I call?')?.matchScore(text, new Set());
  expect(matchScore('Contact the service desk via web form at https://desk.example.')).toBe(1);
  expect(matchScore('Please contact SAM with questions.')).toBeGreaterThan(0);
  expect(matchScore('You can sign in at https://desk.example.')).toBe(0);
});

test("expects steps for a question about the visitor's own number, a number for one about the business's", () => {
  expect(expectedAnswerOf('What is your phone number?')?.kind).toBe('phone');
  expect(expectedAnswerOf('whats the number to talk to a real person')?.kind).toBe('phone');
  expect(expectedAnswerOf('which number do I dial to reach the desk')?.kind).toBe('phone');
  expect(expectedAnswerOf('What is the number of the bus to the harbor?')?.kind).not.toBe('phone');
  expect(expectedAnswerOf('How do I change my phone number')?.kind).toBe('steps');
  expect(expectedAnswerOf('How can I update my email address?')?.kind).toBe('steps');
  expect(expectedAnswerOf('I need to change my order. What is your phone number?')?.kind).toBe('phone');
});
