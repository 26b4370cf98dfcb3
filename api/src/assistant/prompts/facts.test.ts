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
    { heading: 'Do you deliver?', text: 'Yes, within ten miles.', url: '' },
    { heading: 'Gift cards?', text: 'At the counter.', url: '' },
  ]);
});

test('keeps the list items of an answer on separate lines', () => {
  const [fact] = factsOf('Q: What do you bake?\nA: We bake\nevery day:\n- rye\n- wheat\nOrder by noon.');
  expect(fact?.text).toBe('We bake every day:\n- rye\n- wheat\nOrder by noon.');
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
