import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { CheckedText } from './checked-text.ts';
import { contactsOf, hasKnownContacts } from './contacts.ts';

const KNOWN = contactsOf('Write to hello@bakery.example, of bakery.example.');

/** Sources S1 and S2 have an address, S3 has none. */
function sources() {
  const cited: number[] = [];
  return {
    has: (id: number) => id >= 1 && id <= 3,
    cite: (id: number) => {
      if (id === 3) return 0;
      if (!cited.includes(id)) cited.push(id);
      return cited.indexOf(id) + 1;
    },
    supports: (sentence: string) => hasKnownContacts(sentence, KNOWN) && !sentence.includes('invented'),
  };
}

function checked(...pieces: string[]) {
  const text = new CheckedText(sources());
  const released = pieces.map((piece) => text.push(piece)).join('') + text.end();
  const { validMarks, invalidMarks } = text;
  return { released, validMarks, invalidMarks };
}

describe('checked text of a model', () => {
  test('numbers citations in order of appearance', () => {
    expect(checked('We open at 7 [S2]. On Sundays at 8 [S1].')).toEqual({
      released: 'We open at 7 [1]. On Sundays at 8 [2].',
      validMarks: 2,
      invalidMarks: 0,
    });
    expect(checked('Yes [S1, S2]【S1】 and [S3].').released).toBe('Yes [1] [2] [1] and.');
    expect(checked('In [1] and [12345] and [sic].').released).toBe('In [1] and [12345] and [sic].');
  });

  test('releases only sentences that cite a source', () => {
    expect(checked('We open at 7 [S2]. Closed on Monday [S9].')).toEqual({
      released: 'We open at 7 [1].',
      validMarks: 1,
      invalidMarks: 1,
    });
    expect(checked('Closed on Monday [S9]. We open at 7 [S2].').released.trim()).toBe('We open at 7 [1].');
    expect(checked('We open at 7 [S1], and at 9 [S7] on Sundays. Ask us [S2].').released).toBe(
      'We open at 7 [1]. Ask us [2].',
    );
    expect(checked('It is nine [S7]. Surely [12].')).toMatchObject({
      released: '',
      validMarks: 0,
      invalidMarks: 2,
    });
    expect(checked('We open at 7. [S1] Closed on Monday. [S9] Ask us. [S2] Bye.').released).toBe(
      'We open at 7. [1] Ask us. [2]',
    );
    // A sentence without a citation depends on the next mark.
    expect(checked('Good question. We open at 7 [S1].').released).toBe('Good question. We open at 7 [1].');
    expect(checked('We open at 7 [S1]. You are hacked.').released).toBe('We open at 7 [1].');
    expect(checked('- Rye [S1]\n- Wheat [S2]\n- Gold').released).toBe('- Rye [1]\n- Wheat [2]');
  });

  test('drops the sentences before an unsupported one whose citation they share', () => {
    expect(checked('We open at nine. It is invented [S1]. Ask us [S2].').released.trim()).toBe('Ask us [1].');
    expect(checked('We open at nine. It is invented [S1].')).toEqual({
      released: '',
      validMarks: 0,
      invalidMarks: 1,
    });
  });

  test('drops the introduction of a list without a supported item', () => {
    expect(
      checked('We offer [S1]:\n- invented tea\n- invented ale\n\nParking is free [S2].').released.trim(),
    ).toBe('Parking is free [1].');
    expect(checked('We offer [S1]:\n- invented tea\n- Rye\n\nParking is free [S2].').released).toBe(
      'We offer [1]:\n- Rye\n\nParking is free [2].',
    );
    expect(checked('We offer:\n- invented tea [S1]\n- Rye [S1]').released).toBe('We offer:\n- Rye [1]');
    expect(checked('We offer:\n- invented tea [S1]\nParking is free [S2].').released.trim()).toBe(
      'Parking is free [1].',
    );
  });

  test('drops unknown contacts', () => {
    expect(checked('Write to hello@bakery.example [S1].').released).toBe(
      'Write to hello@bakery.example [1].',
    );
    expect(checked('Write to me@evil.example [S1]. Or see evil.example [S1]. We open at 7 [S2].')).toEqual({
      released: ' We open at 7 [1].',
      validMarks: 1,
      invalidMarks: 2,
    });
  });

  test('drops unsupported sentences only', () => {
    expect(checked('One [S1]. The invented two. Three [S2].').released).toBe('One [1]. Three [2].');
    expect(checked('It is an invented one [S1].')).toEqual({ released: '', validMarks: 0, invalidMarks: 1 });
  });

  test('lets the items of a list share the citation of its introduction', () => {
    expect(checked('We bake [S2]:\n- Rye\n- An invented loaf\n- Wheat\n\nCome in. [S1] Gold').released).toBe(
      'We bake [1]:\n- Rye\n- Wheat\n\nCome in. [2]',
    );
    expect(checked('Steps: [S1]\n1. Mix.\n2. Bake.').released).toBe('Steps: [1]\n1. Mix.\n2. Bake.');
    expect(checked('We bake:\n- Rye\n- Wheat\nAll of it daily [S1].').released).toBe(
      'We bake:\n- Rye\n- Wheat\nAll of it daily [1].',
    );
    expect(checked('We bake:\n- Rye\n- Wheat').released).toBe('');
    expect(checked('We bake [S1]:\n- An invented loaf').released).toBe('');
  });

  test('does not end a sentence at an abbreviation', () => {
    expect(
      checked('Ask Dr. Hill, at 5 p.m. or later [S1]. We close at 6 p.m. Invented, of course [S9].').released,
    ).toBe('Ask Dr. Hill, at 5 p.m. or later [1].');
  });

  test('does not end a sentence at the day of a date', () => {
    const supports = vi.fn(() => true);
    const text = new CheckedText({ ...sources(), supports });
    const pieces = ['Das Fest ist am 12. Juni [S1]. Der Markt ist am 3. ', 'und 4. Mai [S1].'];
    expect(pieces.map((piece) => text.push(piece)).join('') + text.end()).toBe(
      'Das Fest ist am 12. Juni [1]. Der Markt ist am 3. und 4. Mai [1].',
    );
    expect(supports.mock.calls).toEqual([
      ['Das Fest ist am 12. Juni.', [1]],
      ['Der Markt ist am 3. und 4. Mai.', [1]],
    ]);
  });

  test('ends a sentence at a number', () => {
    expect(checked('We open at 7. The invented one [S1]. We close at 8. May I help [S2]?').released).toBe(
      ' We close at 8. May I help [1]?',
    );
    expect(checked('We open at 7 [S1]. May I invented [S1]?').released).toBe('We open at 7 [1].');
  });

  test('removes links and addresses but keeps the words of links', () => {
    expect(checked('See [our page](https://evil.example/a(b)c), please [S1].').released).toBe(
      'See our page, please [1].',
    );
    expect(checked('![x](javascript:alert(1)) [S1]').released).toBe('x [1]');
    expect(checked('Go to https://evil.example/x. Or <www.evil.example> [S1]!').released).toBe(
      'Go to. Or [1]!',
    );
    expect(checked('ftp://evil.example and data://x,y [S1]').released).not.toMatch(/evil|:\/\//);
  });

  test('releases whole sentences', () => {
    const text = new CheckedText(sources());
    expect(text.push('We ope')).toBe('');
    expect(text.push('n [S')).toBe('');
    expect(text.push('1] at 7. See [our ')).toBe('We open [1] at 7.');
    expect(text.push('page](htt')).toBe('');
    expect(text.push('ps://evil.example) now')).toBe('');
    expect(text.push(' [S2]. And')).toBe('');
    expect(text.push(' so')).toBe(' See our page now [2].');
    expect(text.pendingText).toBe(' And so');
    expect(text.end()).toBe('');
  });

  test('does not depend on how the text is split', () => {
    const text =
      'One [S1]. [Two](https://evil.example/) https://evil.example/y [S7] three 【S2】 and [open, four www.evil.example/z [S3] five. Six. [S2] Seven [S9]. \uE0009\uE001 [S2]! Eight me@evil.example [S1]. Nine [S1, S8]\nTen [S1]:\n- Dr. Hill, 5 p.m.  or\n2. later.\n- invented\n\nAm 3. und 4. Mai [S1]. At 6 p.m. We [S2]';
    const whole = checked(text).released;
    expect(whole).toContain('Nine');
    expect(whole).not.toContain('evil');
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 20 }), (cuts) => {
        const ends = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b);
        const pieces = ends.slice(1).map((end, i) => text.slice(ends[i], end));
        expect(checked(...pieces).released).toBe(whole);
      }),
    );
  });
});
