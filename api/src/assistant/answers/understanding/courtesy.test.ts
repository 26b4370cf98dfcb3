import { describe, expect, test } from 'vitest';
import { requestOf } from './courtesy.ts';

const QUESTIONS = [
  'How tall may an ADU be?',
  'When does the shop open?',
  'Do I need a permit for a garage conversion?',
  'What is the fee for overdue books?',
];
/** Polite phrases around a question; the mark shows its place. */
const COURTESY = [
  'Hi, _',
  'Hello! _',
  'Good morning, _',
  'Hey there, _',
  'Hi team, _',
  'Dear Sir or Madam, _',
  'Hope you are well. _',
  'Excuse me, _',
  'Please tell me, _',
  'Could you please tell me: _',
  'Could you help me? _',
  'Can I ask you something? _',
  'I was wondering, _',
  'I would like to know: _',
  'I have a question. _',
  'Quick question: _',
  'One more question: _',
  'Just curious, _',
  'If you do not mind me asking, _',
  'Sorry to bother you, but _',
  'Sorry if this is a silly question, but _',
  'I am new here. _',
  'Thanks for your help so far. _',
  '_ Thanks!',
  '_ Thank you very much!',
  '_ Thanks in advance.',
  '_ Please help.',
  '_ I appreciate your help.',
  '_ Cheers',
  '_ Kind regards',
];
const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z ]/g, '');

describe('courtesy', () => {
  test.each(COURTESY)('"%s" leaves the question', (courtesy) => {
    for (const question of QUESTIONS) {
      const request = requestOf(courtesy.replace('_', question));
      expect(plain(request.question)).toBe(plain(question));
      expect(request.background).toBe('');
    }
  });

  test('alone is returned unchanged', () => {
    expect(requestOf('Could you help me, please?').question).toBe('Could you help me, please?');
  });

  test('does not hide a question that consists of polite words', () => {
    expect(requestOf('How can I reach support?').question).toBe('How can I reach support?');
  });
});

test('separates background from the question', () => {
  expect(requestOf('My basement flooded yesterday. Who pays for the repair?')).toEqual({
    question: 'Who pays for the repair?',
    background: 'My basement flooded yesterday.',
  });
});

test.each([
  ['wat r ur hours', 'what are your hours'],
  ['u open', 'you open'],
  ['wen u open', 'when you open'],
  ['y do u close on sundays', 'why do you close on sundays'],
  ['can i pay for dem online', 'can i pay for them online'],
])('corrects the misspelled function words of "%s"', (message, question) => {
  expect(requestOf(message).question).toBe(question);
});

test.each([
  'pan y leche',
  '¿Tienen pan y leche?',
  'ya abrieron',
  'Was kostet ein Zimmer mit dem Hund?',
  'parken im winter',
  'ar condicionado',
  'Quel jus de pomme est sans sucre ?',
])('keeps the words of "%s", which only look like misspelled English', (message) => {
  expect(requestOf(message).question).toBe(message);
});

test.each([
  'Do you have evening appointments?',
  'Do you do afternoon tea?',
  'Do you do team building?',
  'Do you ask for a deposit?',
  'Are you guys open today',
  'Is it possible to bring my dog?',
  'Are you able to ship to Canada?',
  'How much is a small, no toppings?',
  'What is the best day, Saturday or Sunday?',
  'Where can I find you, near the station?',
])('searches for all of "%s"', (question) => {
  expect(requestOf(question).question).toBe(question);
});

test.each([
  ['hi is there parking', 'is there parking'],
  ['hello is the store open on sunday', 'is the store open on sunday'],
  ['Do you know when you open?', 'when you open?'],
  ['Do you happen to know how much it costs?', 'how much it costs?'],
  ['Would you mind telling me what you charge?', 'what you charge?'],
])('searches for "%s" without its courtesy', (message, question) => {
  expect(requestOf(message).question).toBe(question);
});

test.each([
  ['I need a haircut. Can I get one today?', 'Can I get one today?', 'I need a haircut.'],
  ['My car broke down. Are you working this weekend?', 'Are you working this weekend?', 'My car broke down.'],
  ['I need a haircut. Can you help me?', 'I need a haircut.', ''],
  ['I need a haircut. How are you today?', 'I need a haircut.', ''],
  ['My sister says I need a permit. Is she right?', 'My sister says I need a permit.', ''],
])('finds the question of "%s"', (message, question, background) => {
  expect(requestOf(message)).toEqual({ question, background });
});
