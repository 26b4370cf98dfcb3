import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CheckedText } from './checked-text.ts';

/** Sources S1 and S2 are 1 and 2, S3 has no address; there are no others. */
const numberOf = (id: number) => ({ 1: 1, 2: 2, 3: 0 })[id];

function checked(...pieces: string[]) {
  const text = new CheckedText(numberOf);
  const out = pieces.map((piece) => text.push(piece)).join('') + text.end();
  return { out, right: text.rightMarks, wrong: text.wrongMarks };
}

describe('what a model writes', () => {
  test('cites by number what it was given, and nothing else', () => {
    expect(checked('We open at 7 [S2]. Closed on Monday [S9].')).toEqual({
      out: 'We open at 7 [2]. Closed on Monday.',
      right: 1,
      wrong: 1,
    });
    expect(checked('Yes [S1, S2]【S1】 and [S3].').out).toBe('Yes [1] [2] [1] and.');
    expect(checked('In [1] and [12345] and [sic].').out).toBe('In [1] and [12345] and [sic].');
  });

  test('loses its links and addresses, and keeps their words', () => {
    expect(checked('See [our page](https://evil.example/a(b)c), please.').out).toBe('See our page, please.');
    expect(checked('![x](javascript:alert(1))').out).toBe('x');
    expect(checked('Go to https://evil.example/x. Or <www.evil.example>!').out).toBe('Go to. Or!');
    expect(checked('ftp://evil.example and data://x,y').out).not.toMatch(/evil|:\/\//);
  });

  test('is let out word by word, and never by halves', () => {
    const text = new CheckedText(numberOf);
    expect(text.push('We ope')).toBe('We');
    expect(text.push('n [S')).toBe(' open');
    expect(text.push('1] at 7 [our ')).toBe(' [1] at 7');
    expect(text.push('page](htt')).toBe('');
    expect(text.push('ps://evil.example) now ')).toBe(' our page now');
    expect(text.end()).toBe(' ');
  });

  test('is the same however it is cut', () => {
    const said =
      'One [S1]. [Two](https://evil.example/) https://evil.example/y [S7] three 【S2】 and [open, four www.evil.example/z [S3] five.';
    const whole = checked(said).out;
    expect(whole).not.toContain('evil');
    fc.assert(
      fc.property(fc.array(fc.nat(said.length), { maxLength: 20 }), (cuts) => {
        const ends = [...new Set([0, ...cuts, said.length])].sort((a, b) => a - b);
        const pieces = ends.slice(1).map((end, i) => said.slice(ends[i], end));
        expect(checked(...pieces).out).toBe(whole);
      }),
    );
  });
});
