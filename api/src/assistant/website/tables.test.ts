import { describe, expect, test } from 'vitest';
import { extractHtml } from './extract.ts';

const blocks = (html: string) => extractHtml(`<main><h1>Prices</h1>${html}</main>`).blocks;
const lines = (html: string) => blocks(html).flatMap(({ text }) => text.split('\n'));
const row = (tag: 'td' | 'th', ...cells: string[]) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;

describe('table', () => {
  test('names the header of each cell', () => {
    const body = `${row('td', 'Basic', '$10 a month')}${row('td', '<b>Pro</b>', '$25 a month')}`;
    const expected = ['Plan: Basic; Price: $10 a month', 'Plan: Pro; Price: $25 a month'];
    const head = row('th', 'Plan', 'Price');
    expect(lines(`<table><thead>${head}</thead><tbody>${body}</tbody></table>`)).toEqual(expected);
    expect(lines(`<table>${head}${body}</table>`)).toEqual(expected);
    expect(lines(`<table><tr><td><b>Plan</b></td><td><b>Price</b></td></tr>${body}</table>`)).toEqual(
      expected,
    );
  });

  test('has its caption as a heading', () => {
    expect(
      blocks(
        `<table><caption>Monthly</caption>${row('th', 'Plan', 'Price')}${row('td', 'Basic', '$10')}</table><p>Prices include tax.</p>`,
      ),
    ).toEqual([
      { heading: 'Prices › Monthly', text: 'Plan: Basic; Price: $10' },
      { heading: 'Prices', text: 'Prices include tax.' },
    ]);
  });

  test('names rows by their first cell where its column has no header', () => {
    const plans = `${row('th', '', 'Basic', 'Pro')}<tr><th>Storage</th><td>10 GB</td><td>100 GB</td></tr>`;
    expect(lines(`<table>${plans}</table>`)).toEqual(['Storage – Basic: 10 GB; Pro: 100 GB']);
    expect(
      lines(`<table>${row('td', 'Monday', '9 am to 5 pm')}${row('td', 'Sunday:', 'Closed')}</table>`),
    ).toEqual(['Monday: 9 am to 5 pm', 'Sunday: Closed']);
  });

  test('repeats cells that span rows and joins headers above each other', () => {
    const html = `<table><thead><tr><th rowspan="2">Plan</th><th colspan="2">Price</th></tr><tr><th>Month</th><th>Year</th></tr></thead>
      <tr><td rowspan="2">Basic</td><td>$10</td><td>$100</td></tr><tr><td colspan="2">Free for schools</td></tr></table>`;
    expect(lines(html)).toEqual([
      'Plan: Basic; Price Month: $10; Price Year: $100',
      'Plan: Basic; Price Month: Free for schools',
    ]);
  });

  test('puts rows below the row that names their group', () => {
    const html = `<table>${row('th', 'Dish', 'Price')}${row('td', 'Lunch', '')}${row('td', 'Soup', '$7')}
      <tr><td colspan="2">Dinner</td></tr>${row('td', 'Fish', '$19')}</table>`;
    expect(blocks(html)).toEqual([
      { heading: 'Prices › Lunch', text: 'Dish: Soup; Price: $7' },
      { heading: 'Prices › Dinner', text: 'Dish: Fish; Price: $19' },
    ]);
  });

  test('reads lists and images in cells', () => {
    const html = `<table>${row('th', 'Plan', 'Parts', 'Support')}${row('td', 'Basic', '<ul><li>Map</li><li>Chat</li></ul>', '<img alt="Yes">')}</table>`;
    expect(lines(html)).toEqual(['Plan: Basic; Parts: Map, Chat; Support: Yes']);
  });

  test('that arranges the page is read as text', () => {
    const html = `<table><tr><td><h2>Hours</h2><p>We open at nine.</p></td><td><p>Call us.</p></td></tr></table>`;
    expect(blocks(html)).toMatchObject([
      { heading: 'Prices › Hours', text: 'We open at nine.' },
      { text: 'Call us.' },
    ]);
    expect(lines('<table role="presentation"><tr><td>Left.</td><td>Right.</td></tr></table>')).toEqual([
      'Left.',
      'Right.',
    ]);
  });
});

describe('definition', () => {
  test('follows its term on one line', () => {
    expect(
      blocks('<dl><dt>Loaf</dt><dd>A whole bread.</dd><dt>Roll</dt><dt>Bun</dt><dd>A small bread.</dd></dl>'),
    ).toEqual([{ heading: 'Prices', text: 'Loaf: A whole bread.\nRoll / Bun: A small bread.' }]);
  });

  test('of several paragraphs is below its term', () => {
    const long = 'It is baked for an hour and sold until noon. '.repeat(12).trim();
    expect(blocks(`<dl><dt>Loaf</dt><dd><p>${long}</p></dd></dl>`)).toEqual([
      { heading: 'Prices › Loaf', text: long },
    ]);
  });

  test('follows its term in bold on a separate line', () => {
    expect(
      lines('<p><strong>Loaf</strong><br>A whole bread.</p><p><strong>Roll</strong>\nA small bread.</p>'),
    ).toEqual(['Loaf: A whole bread.', 'Roll: A small bread.']);
    expect(lines('<p><strong>Loaf</strong> is a whole bread.</p>')).toEqual(['Loaf is a whole bread.']);
    expect(
      lines('<p><strong>Loaf</strong><br>Baked by <a href="/mill">the mill</a>, for $<b>5</b>.50.</p>'),
    ).toEqual(['Loaf: Baked by the mill, for $5.50.']);
  });
});
