import { expect, test } from 'vitest';
import { questionText } from './question-text.ts';

const groupsOf = (...questions: string[]) =>
  new Set(questions.map((text) => questionText(text).question_group));

test.each([
  [
    [
      'How much is delivery?',
      'What does delivery cost?',
      'What do you charge for delivery?',
      'delivery PRICES',
    ],
  ],
  [['When do you open on Sundays?', 'What are your opening hours on Sunday?', 'Sunday hours']],
  [['When does the bakery open?', 'At what time do you open the bakery?', 'What time does your bakery open']],
  [['Do I need a garage permit?', 'Is a permit required for a garage?', 'Where can I find garage permits?']],
  [['I need information', 'What information do you need?']],
])('groups %j together', (questions) => {
  const [group, ...others] = groupsOf(...questions);
  expect(group).toMatch(/./);
  expect(others).toEqual([]);
});

test.each([
  [['How much does a garage permit cost?', 'How much does a fence permit cost?']],
  [['Can I return a bicycle?', 'Can I repair a bicycle?']],
  [['When do you open?', 'When do you close?']],
])('separates %j', (questions) => {
  expect(groupsOf(...questions).size).toBe(questions.length);
});
