import { expect, test } from 'vitest';
import { factsOf, guidanceOf } from './facts.ts';

test('extracts question-and-answer pairs and list items, but not guidance', () => {
  const content = `Be friendly. Never quote competitors' prices.

- Opening hours: 9 am to 5 pm
* Phone: 555-0100

Q: Do you deliver?
A: Yes, within
ten miles.

Q: Gift cards? A: At the counter.
Q: Unanswered?`;
  expect(factsOf(content)).toEqual([
    { heading: '', text: 'Opening hours: 9 am to 5 pm', url: '' },
    { heading: '', text: 'Phone: 555-0100', url: '' },
    { heading: 'Do you deliver?', text: 'Yes, within\nten miles.', url: '' },
    { heading: 'Gift cards?', text: 'At the counter.', url: '' },
  ]);
});

test('keeps the lines of an answer, also those that look like the beginning of another one', () => {
  const answer = 'Every day:\n- rye\n2. wheat\nA. Basic\nA: Maria\nOrder by noon.';
  expect(factsOf(`Q: What do you bake?\nA: ${answer}\n\nBe brief.`)).toEqual([
    { heading: 'What do you bake?', text: answer, url: '' },
  ]);
});

test.each(['\r\n', '\r', '\u2028', '\u2029'])('reads lines that end with %j', (end) => {
  expect(factsOf(`Q: Open?${end}A: At 7.${end}Closed on Mondays.`)).toEqual([
    { heading: 'Open?', text: 'At 7.\nClosed on Mondays.', url: '' },
  ]);
});

test('removes question-and-answer pairs from the guidance', () => {
  const content = 'Be friendly.\n\nQ: Open?\nA: At 7.\n\n- Phone: 555-0100';
  expect(guidanceOf(content)).toBe('Be friendly.\n\n\n- Phone: 555-0100');
  expect(guidanceOf('Q: Open?\nA: At 7.')).toBe('');
});

test('extracts the URL of a list item', () => {
  expect(factsOf('- Book a table: https://book.example.com/t?x=1')).toEqual([
    { heading: '', text: 'Book a table', url: 'https://book.example.com/t?x=1' },
  ]);
  expect(factsOf('- Not a link: javascript:alert(1)')[0]?.url).toBe('');
});
