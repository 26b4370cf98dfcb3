import { SQFT_PER_ACRE } from '@landline/event-schemas';
import type { BandTable, Kind, WordTable } from './document.ts';

/** The kind that a number is of in a table; NaN is a number that is not known. Null: there is no score without it. */
export function bandOf(table: BandTable, value: number): Kind | null {
  if (Number.isNaN(value)) return table.unknown;
  for (const band of table.bands) {
    if ((band.from === undefined || value >= band.from) && (band.to === undefined || value <= band.to))
      return band;
  }
  return table.otherwise;
}

/** The kind that words are of in a table. Null and blank text are not known. */
export function ruleOf(table: WordTable, text: string | null): Kind {
  const plain = plainText(text);
  if (plain === '') return table.unknown;
  return table.rules.find((rule) => fits(rule, plain)) ?? table.otherwise;
}

interface Condition {
  numbers?: readonly number[] | undefined;
  codes?: readonly string[] | undefined;
  words?: readonly string[] | undefined;
  /** Whole words, where the beginning of another word would be something else. */
  names?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
}

/** Whether plain text meets a rule: see `wordTable` in document.ts. */
export function fits(rule: Condition, plain: string): boolean {
  if (plain === '') return false;
  const padded = ` ${plain}`;
  const mentions = (word: string) => padded.includes(` ${word}`);
  if (rule.except?.some(mentions)) return false;
  if (rule.words?.some(mentions)) return true;
  if (rule.names?.some((name) => `${padded} `.includes(` ${name} `))) return true;
  const parts = plain.split(' ');
  const [first = ''] = parts;
  if (/^\d+$/.test(first) && rule.numbers?.includes(Number(first))) return true;
  let beginning = '';
  return parts.some((part) => {
    beginning += part;
    return rule.codes?.includes(beginning) ?? false;
  });
}

/** Lower case, everything but letters and digits as single spaces; blank when not known. */
export function plainText(text: string | null): string {
  if (text === null) return '';
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** A table in acres as one in square feet, the unit of what it is compared with; exact to a thousandth. */
export function inSquareFeet(table: BandTable): BandTable {
  const squareFeet = (acres: number) => Math.round(acres * SQFT_PER_ACRE * 1_000) / 1_000;
  return {
    ...table,
    bands: table.bands.map(({ from, to, ...kind }) => ({
      ...kind,
      ...(from !== undefined && { from: squareFeet(from) }),
      ...(to !== undefined && { to: squareFeet(to) }),
    })),
  };
}
