import { expect, test } from 'vitest';
import { partsOf } from './passage-parts.ts';

const shortPartsOf = (text: string) =>
  partsOf(text).map(({ lead, isList, units }) => (isList ? { lead, units } : units));

test('keeps a paragraph above marked items apart from the list', () => {
  expect(shortPartsOf('We opened in 1980. Our team is insured.\n- Drains\n- Leaks\n- Taps')).toEqual([
    ['We opened in 1980.', 'Our team is insured.'],
    { lead: '', units: ['Drains', 'Leaks', 'Taps'] },
  ]);
});

test('keeps a line with a colon above marked items as their introduction', () => {
  const lead = 'We repair the following:';
  const list = { lead, units: ['a tap', 'Leaks'] };
  expect(shortPartsOf(`${lead}\n- a tap\n- Leaks`)).toEqual([list]);
  expect(shortPartsOf(`We are insured. ${lead}\n- a tap\n- Leaks`)).toEqual([['We are insured.'], list]);
});

test.each(['Every visit includes', 'What do we repair?'])(
  'a line above marked items introduces them and is a sentence: %s',
  (lead) => {
    expect(shortPartsOf(`${lead}\n- a tap\n- Leaks`)).toEqual([[lead], { lead, units: ['a tap', 'Leaks'] }]);
  },
);

test('takes unmarked lines for items', () => {
  expect(shortPartsOf('Rye\nWheat\nSpelt')).toEqual([{ lead: '', units: ['Rye', 'Wheat', 'Spelt'] }]);
});
