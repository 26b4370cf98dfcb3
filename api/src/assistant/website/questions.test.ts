import { describe, expect, test } from 'vitest';
import { passagesOf } from '../answers/passages.ts';
import { extractHtml } from './extract.ts';

/** Returns the passages of a page as [heading, text]. */
const passages = (html: string) =>
  passagesOf(extractHtml(`<title>Shop</title><main><h1>FAQ</h1>${html}</main>`).blocks).map(
    ({ heading, text }) => [heading, text],
  );

const PAIRS = [
  ['FAQ › Do you ship to Alaska?', 'Yes, within five days.'],
  ['FAQ › What does shipping cost?', 'It costs $7.'],
];
const jsonLd = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify(value).replaceAll('</', '<\\/')}</script>`;
const faqPage = (...pairs: [question: string, answer: string][]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: pairs.map(([name, text]) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
});

describe('keeps each question with its own answer', () => {
  test.each([
    [
      'headings',
      `<h2>Do you ship to Alaska?</h2><p>Yes, within five days.</p>
       <h2>What does shipping cost?</h2><p>It costs $7.</p>`,
    ],
    [
      'paragraphs in bold',
      `<p><strong>Do you ship to Alaska?</strong></p><p>Yes, within five days.</p>
       <p><b>What does </b><b>shipping cost?</b></p><p>It costs $7.</p>`,
    ],
    [
      'a question in bold before its answer in one paragraph',
      `<p><strong>Do you ship to Alaska?</strong><br>Yes, within five days.</p>
       <p><strong>What does shipping cost?</strong> – It costs $7.</p>`,
    ],
    [
      'plain paragraphs',
      `<p>Do you ship to Alaska?</p><p>Yes, within five days.</p><p>What does shipping cost?</p><p>It costs $7.</p>`,
    ],
    [
      'details',
      `<details><summary>Do you ship to Alaska?</summary><p>Yes, within five days.</p></details>
       <details><summary><h3>What does shipping cost?</h3></summary>It costs $7.</details>`,
    ],
    [
      'a definition list',
      `<dl><dt>Do you ship to Alaska?</dt><dd>Yes, within five days.</dd>
       <div><dt>What does shipping cost?</dt><dd><p>It costs $7.</p></dd></div></dl>`,
    ],
    [
      'marks in paragraphs',
      `<p>Q: Do you ship to Alaska?</p><p>A: Yes, within five days.</p>
       <p>Question 2: What does shipping cost?</p><p>Answer: It costs $7.</p>`,
    ],
    [
      'marks in one paragraph',
      `<p>Q: Do you ship to Alaska?<br>A: Yes, within five days.<br><br>Q: What does shipping cost?<br>A: It costs $7.</p>`,
    ],
    [
      'marks in one line',
      `<div>Q: Do you ship to Alaska? A: Yes, within five days.</div><div>Q: What does shipping cost? A: It costs $7.</div>`,
    ],
    [
      'an accordion of headings with buttons',
      `<h2><button aria-expanded="false" aria-controls="a1">Do you ship to Alaska?</button></h2>
       <div id="a1" hidden><p>Yes, within five days.</p></div>
       <h2><button aria-expanded="false" aria-controls="a2">What does shipping cost?</button></h2>
       <div id="a2" style="display:none"><p>It costs $7.</p></div>`,
    ],
    [
      'an accordion of links',
      `<div class="card"><a data-toggle="collapse" href="#c1">Do you ship to Alaska?</a><div id="c1" class="collapse">Yes, within five days.</div></div>
       <div class="card"><a data-toggle="collapse" href="#c2">What does shipping cost?</a><div id="c2" class="collapse">It costs $7.</div></div>`,
    ],
    [
      'an accordion of buttons and the elements after them',
      `<style>.panel { display: none }</style>
       <button class="accordion">Do you ship to Alaska?</button><div class="panel"><p>Yes, within five days.</p></div>
       <button class="accordion">What does shipping cost?</button><div class="panel"><p>It costs $7.</p></div>`,
    ],
    [
      'elements named by their class',
      `<div class="faq-item"><div class="faq-question">Do you ship to Alaska?</div><div class="faq-answer">Yes, within five days.</div></div>
       <div class="faq-item"><div class="faq-question">What does shipping cost?</div><div class="faq-answer">It costs $7.</div></div>`,
    ],
    [
      'microdata',
      `<div itemscope itemtype="https://schema.org/FAQPage">
       <div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><span itemprop="name">Do you ship to Alaska?</span>
       <div itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer"><p itemprop="text">Yes, within five days.</p></div></div>
       <div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><span itemprop="name">What does shipping cost?</span>
       <div itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer"><p itemprop="text">It costs $7.</p></div></div></div>`,
    ],
  ])('from %s', (_, html) => {
    expect(passages(html)).toEqual(PAIRS);
  });

  test('from structured data that the text does not contain', () => {
    const data = faqPage(
      ['Do you ship to Alaska?', '<p>Yes, <b>within</b> five days.</p><script>attack()</script>'],
      ['What does shipping cost?', 'It costs $7.'],
    );
    const welcome = ['FAQ', 'Welcome to the shop.'];
    expect(passages(`<p>Welcome to the shop.</p>${jsonLd(data)}`)).toEqual([
      welcome,
      ...PAIRS.map(([heading = '', text]) => [heading.replace('FAQ › ', ''), text]),
    ]);
    expect(passages(`<p>Welcome to the shop.</p>${jsonLd({ '@graph': [data] })}`)).toHaveLength(3);
  });

  test('from structured data that names the questions of the text', () => {
    const data = faqPage(['Shipping to Alaska', 'Yes, within five days.'], ['Shipping cost', 'It costs $7.']);
    expect(
      passages(
        `${jsonLd(data)}<div>Shipping to Alaska</div><div>Yes, within five days.</div><div>Shipping cost</div><div>It costs $7.</div>`,
      ),
    ).toEqual([
      ['FAQ › Shipping to Alaska', 'Yes, within five days.'],
      ['FAQ › Shipping cost', 'It costs $7.'],
    ]);
  });

  test.each([
    '{ broken',
    '[]',
    'null',
    '{"@type":"Question","name":3}',
    '{"@type":"FAQPage","mainEntity":{}}',
  ])('ignores structured data without pairs: %s', (json) => {
    expect(passages(`<p>Welcome.</p><script type="application/ld+json">${json}</script>`)).toEqual([
      ['FAQ', 'Welcome.'],
    ]);
  });
});

describe('answer', () => {
  test('keeps its question above its own headings', () => {
    const html = `<p><strong>Which units are allowed?</strong></p><p>Four kinds.</p><h3>Converted</h3><p>One per lot.</p>
      <h4>Size</h4><p>Up to 800 square feet.</p><p><strong>Who decides?</strong></p><p>The city.</p>`;
    expect(passages(html)).toEqual([
      ['FAQ › Which units are allowed?', 'Four kinds.'],
      ['Which units are allowed? › Converted', 'One per lot.'],
      ['Which units are allowed? › Size', 'Up to 800 square feet.'],
      ['FAQ › Who decides?', 'The city.'],
    ]);
  });

  test('ends with the element of its question', () => {
    const textAfter = ['FAQ', 'Visit us on Main Street.'];
    const htmlAfter = '<p>Visit us on Main Street.</p>';
    for (const html of [
      `<details><summary>Do you ship to Alaska?</summary>Yes, within five days.</details>${htmlAfter}`,
      `<div><p><b>Do you ship to Alaska?</b></p><p>Yes, within five days.</p></div>${htmlAfter}`,
      `<ul><li><b>Do you ship to Alaska?</b> Yes, within five days.</li></ul>${htmlAfter}`,
      `<h3><button aria-controls="x">Do you ship to Alaska?</button></h3><div id="x">Yes, within five days.</div>${htmlAfter}`,
      `<dl><dt>Do you ship to Alaska?</dt><dd>Yes, within five days.</dd></dl>${htmlAfter}`,
    ])
      expect(passages(html)).toEqual([PAIRS[0], textAfter]);
    const items = ['Do you ship to Alaska?', 'What does shipping cost?'].map(
      (question, index) => `<div class="item"><h3>${question}</h3><p>${PAIRS[index]?.[1]}</p></div>`,
    );
    expect(passages(`<div>${items.join('')}</div>${htmlAfter}`)).toEqual([...PAIRS, textAfter]);
  });

  test('keeps its list and its table', () => {
    const html = `<details><summary>What do you sell?</summary><p>We sell:</p><ul><li>Bread</li><li>Cake</li></ul></details>`;
    expect(passages(html)).toEqual([['FAQ › What do you sell?', 'We sell:\n- Bread\n- Cake']]);
  });

  test('may be a panel elsewhere on the page', () => {
    const html = `<div role="tablist"><button role="tab" aria-controls="t1">Shipping</button><button role="tab" aria-controls="t2">Returns</button></div>
      <div role="tabpanel" id="t1"><p>Five days.</p></div><div role="tabpanel" id="t2" hidden><p>Within a month.</p></div>`;
    expect(passages(html)).toEqual([
      ['FAQ › Shipping', 'Five days.'],
      ['FAQ › Returns', 'Within a month.'],
    ]);
  });
});

describe('question', () => {
  test('that links to another page is not indexed', () => {
    const html = `<p>Popular questions of our guests.</p><ul><li><a href="/a">Do you ship to Alaska?</a></li><li><a href="/b">What does shipping cost?</a></li></ul>`;
    expect(passages(html)).toEqual([['FAQ', 'Popular questions of our guests.']]);
    expect(extractHtml(`<ul><li><a href="/a">Do you ship to Alaska?</a></li></ul>`).blocks).toEqual([
      { heading: '', text: 'Do you ship to Alaska?' },
    ]);
  });

  test('in a table of contents is not indexed', () => {
    const html = `<ul><li><a href="#a">Do you ship to Alaska?</a></li><li><a href="#b">Prices</a></li></ul>
      <h2 id="a">Do you ship to Alaska?</h2><p>Yes, within five days.</p>`;
    expect(passages(html)).toEqual([PAIRS[0]]);
  });

  test('in the middle of a text stays there', () => {
    const html = `<p>We are open. <b>Why wait?</b> Visit us today.</p><p>Want more? Call us.</p>`;
    expect(passages(html)).toEqual([
      ['FAQ', 'We are open. Why wait? Visit us today.\n\nWant more? Call us.'],
    ]);
  });
});

test('does not read a button that shows more as a heading', () => {
  const html = `<p>We bake bread.</p><button aria-expanded="false" aria-controls="m">Read more</button><div id="m" hidden><p>We bake cake.</p></div>`;
  expect(passages(html).map(([, text]) => text)).toEqual(['We bake bread.\n\nRead more\n\nWe bake cake.']);
});
