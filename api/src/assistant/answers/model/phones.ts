import type { FigureExtractor } from './figure.ts';

const MIN_DIGITS = 7;
const PHONES = [
  String.raw`\+\s?\d[\d\s().\/-]{5,}\d`,
  String.raw`(?:1[\s.-]{1,2})?\(?\d{3}\)?[\s.\/-]{1,3}\d{3}[\s.-]{1,2}\d{4}`,
  String.raw`\d{2,5}(?:[\s.\/-]\d{2,4}){3,}`,
  String.raw`0\d{1,4}[\s\/-](?:\d{5,8}|\d{3,4}[\s-]\d{3,4})`,
  String.raw`\d{10,11}`,
  String.raw`\d{3}[-.‑]\d{4}(?!\s*(?:sq|square|f(?:ee)?t|acres?|miles?|lbs?|people|units?|dollars|%))`,
].map((pattern) => new RegExp(String.raw`(?<![\d$€£.,:/]|[$€£]\s)(${pattern})(?!\d|,\d)`, 'giu'));

/** Extracts the phone numbers, so that their parts are not read as amounts. */
export function extractPhones(extract: FigureExtractor): void {
  for (const pattern of PHONES)
    extract(pattern, (written = '') => {
      const keys = dialableNumbers(written).map((number) => `phone:${number}`);
      return keys.length === 0 ? undefined : [{ keys }];
    });
}

/** Returns the digits that may be dialed for a written number, with and without the country code. */
function dialableNumbers(written: string): string[] {
  const digits = written.replaceAll(/\D/g, '');
  const numbers = [digits];
  if (digits.length === 11 && digits.startsWith('1')) numbers.push(digits.slice(1));
  const international = written.startsWith('+') ? digits : /^00(.+)/.exec(digits)?.[1];
  for (const code of international === undefined ? [] : [1, 2, 3]) {
    const national = international?.slice(code) ?? '';
    numbers.push(national, `0${national}`);
  }
  return numbers.filter(({ length }) => length >= MIN_DIGITS);
}
