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

test.each(['Every visit includes', 'We repair the following:', 'What do we repair?'])(
  'a line above marked items introduces them: %s',
  (lead) => {
    expect(shortPartsOf(`${lead}\n- a check\n- Taps`)).toEqual([{ lead, units: ['a check', 'Taps'] }]);
    expect(shortPartsOf(`We are insured. ${lead}\n- Leaks\n- Taps`)).toEqual([
      ['We are insured.'],
      { lead, units: ['Leaks', 'Taps'] },
    ]);
  },
);

test('takes unmarked lines for items', () => {
  expect(shortPartsOf('Rye\nWheat\nSpelt')).toEqual([{ lead: '', units: ['Rye', 'Wheat', 'Spelt'] }]);
});
