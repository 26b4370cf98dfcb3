import { SQFT_PER_ACRE } from '@landline/event-schemas';
import type { BandTable, Kind, WordTable } from './document.ts';

/** Returns the kind of a number in a table; NaN is unknown. Null means that there is no score without the number. */
export function bandOf(table: BandTable, value: number): Kind | null {
  if (Number.isNaN(value)) return table.unknown;
  for (const band of table.bands) {
    if ((band.from === undefined || value >= band.from) && (band.to === undefined || value <= band.to))
      return band;
  }
  return table.otherwise;
}

/** Returns the kind of a text in a table. Null and blank text are unknown. */
export function ruleOf(table: WordTable, text: string | null): Kind {
  const plain = plainText(text);
  if (plain === '') return table.unknown;
  return table.rules.find((rule) => matchesRule(rule, plain)) ?? table.otherwise;
}

interface Condition {
  numbers?: readonly number[] | undefined;
  codes?: readonly string[] | undefined;
  words?: readonly string[] | undefined;
  /** Whole words, for abbreviations that other words begin with. */
  names?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
}

/** Returns whether plain text matches a rule; see `wordTable` in document.ts. */
export function matchesRule(rule: Condition, plain: string): boolean {
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

/** Lower-cases text and reduces everything but letters and digits to single spaces; blank when unknown. */
export function plainText(text: string | null): string {
  if (text === null) return '';
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Converts a table from acres to square feet, exact to a thousandth. */
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
