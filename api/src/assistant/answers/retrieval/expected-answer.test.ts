import { expect, test } from 'vitest';
import { expectedAnswerOf } from './expected-answer.ts';

test('recognizes hours with the day before or after the time', () => {
  for (const text of [
    'Sunday: 9 am to noon',
    'We open at 7 am from Tuesday to Sunday.',
    'Mon-Fri 9-5',
    'every day from 9 am to 6 pm',
    '7 days a week, 9am-5pm',
    'Tues & Thurs 10am-6pm',
    'M-F 9am-5pm',
    'Monday from 9 until 5',
  ])
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

test.each([
  ['Can I keep my phone number?', undefined],
  ['Do I need an email address?', undefined],
  ['Do you take orders by phone?', undefined],
  ['Why do you need my phone number?', 'reason'],
  ['I need a phone number', 'phone'],
  ['Can I get your email address?', 'email'],
  ['Can I reach the clinic by phone?', 'phone'],
  ["What's the price of a large pizza?", 'price'],
  ['What is the fee?', 'price'],
  ['What is the feeding schedule?', undefined],
  ['What are the costume rules?', undefined],
  ['When are you closed?', 'hours'],
  ["When's the shop open on Sunday?", 'hours'],
  ['What are your Sunday hours?', 'hours'],
  ['What are the hours?', 'hours'],
  ['holiday hours', 'hours'],
  ['Do you open on Sundays?', 'hours'],
  ['Is the shop open on Sunday?', 'hours'],
  ['open today?', 'hours'],
  ['When does registration open?', 'time'],
  ['When can I open an account?', 'time'],
  ['Can I leave my car when you are closed?', 'time'],
  ["What's the address?", 'address'],
  ['Where can I find you?', 'address'],
  ["What's your number?", 'phone'],
  ['Phone number for the Berlin office?', 'phone'],
  ['What does the cost include?', undefined],
  ['What is your price match policy?', undefined],
  ['When was the bakery opened?', 'time'],
  ['When is the closing date?', 'time'],
] as const)('"%s" asks for: %s', (question, kind) => {
  expect(expectedAnswerOf(question)?.kind).toBe(kind);
});

test.each([
  '(555)123-4567',
  '555–123–4567',
  '555 - 123 - 4567',
  'Call 5551234567',
  '020 7946 0958',
  '1-800-FLOWERS',
])('recognizes the phone number "%s"', (text) => {
  expect(expectedAnswerOf('What is your phone number?')?.matchScore(text, new Set())).toBe(1);
});

test.each(['An 800-square-foot unit', 'Parcel 5551234567', 'From 2019 to 2024-2025', 'Items 100-200-300'])(
  'does not take "%s" for a phone number',
  (text) => expect(expectedAnswerOf('What is your phone number?')?.matchScore(text, new Set())).toBe(0),
);

test.each([
  ['How much is breakfast?', 'Breakfast is included in the room rate.'],
  ['How much is a website?', 'It depends on the number of pages.'],
  ['How much is the deposit?', 'Half of the total.'],
  ['How much is the tour?', '15 € per person'],
])('"%s" can be answered with "%s"', (question, answer) => {
  expect(expectedAnswerOf(question)?.requiredForm?.test(answer)).toBe(true);
});

test('requires no form of an answer to a question for a verdict or a reason', () => {
  expect(expectedAnswerOf('Can I get your email address?')?.requiredForm).toBeUndefined();
  expect(expectedAnswerOf('Why does it cost so much?')?.requiredForm).toBeUndefined();
});
