import { expect, test } from 'vitest';
import { embeddedText } from './embedded-text.ts';

test('embeds the page title only for passages without a heading', () => {
  const passage = { title: 'FAQ | Bakery', heading: 'Orders › Cakes', text: 'Two days.' };
  expect(embeddedText(passage)).toBe('Orders › Cakes\nTwo days.');
  expect(embeddedText({ ...passage, heading: '' })).toBe('FAQ | Bakery\nTwo days.');
});

test('leaves out the marks of list items', () => {
  const text = 'We sell:\n- Rye - also sliced\n- Wheat';
  expect(embeddedText({ title: '', heading: '', text })).toBe('We sell:\nRye - also sliced\nWheat');
});
