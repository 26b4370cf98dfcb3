import type { Language } from '../understanding/language.ts';
import { MONTH_AFTER_PERIOD } from './calendar-words.ts';
import { extractDates, extractMonthsAndWeekdays, impliedDays } from './dates.ts';
import type { Figure, FigureExtractor } from './figure.ts';
import { withDigits } from './number-words.ts';
import { numbersOf, singleUnitsOf } from './numbers.ts';
import { extractPhones } from './phones.ts';
import { extractTimes } from './times.ts';

/** Numbers of list items, which are not amounts; "12. Juni" is a date. */
const LIST_MARKER = new RegExp(
  String.raw`^[^\S\n]{0,20}\(?\d{1,2}[.)](?=\s)(?!${MONTH_AFTER_PERIOD})`,
  'gimu',
);
const ADDRESS = /(?<!\S)\S{1,100}@\S{1,100}|\bhttps?:\S+/g;
const FRACTIONS = /[½⅓¼¾⅔]/g;
/** Source words that mean the number two. */
const TWO = /\b(?:both|twice|couple|pair|double|either|two)\b/i;

/** Returns the figures in a text. Number words are read in the given language. */
function figuresOf(text: string, language: Language): Figure[] {
  let remaining = withDigits(
    text
      .replace(ADDRESS, ' ')
      .replace(LIST_MARKER, ' ')
      .replace(FRACTIONS, (sign) => ` ${sign.normalize('NFKC').replace('\u2044', '/')} `),
    language,
  );
  const figures: Figure[] = [];
  const extract: FigureExtractor = (pattern, read) => {
    remaining = remaining.replace(pattern, (match, ...groups) => {
      const figuresOfMatch = read(...groups.slice(0, -2));
      figures.push(...(figuresOfMatch ?? []));
      return figuresOfMatch ? ' ; ' : match;
    });
  };
  extractDates(extract);
  extractPhones(extract);
  extractTimes(extract, language);
  extractMonthsAndWeekdays(extract);
  for (const { kind, value } of numbersOf(remaining, language)) {
    const hasNoUnit = kind === 'plain' || kind === 'counted';
    figures.push({
      keys: hasNoUnit
        ? [`any:${value}`, ...(kind === 'plain' ? [`plain:${value}`] : [])]
        : [`${kind}:${value}`],
      value,
    });
  }
  return figures;
}

/** Figures of a source, in all forms that an answer may use. */
export type KnownFigures = ReadonlySet<string>;

export function knownFigures(text: string, language: Language): KnownFigures {
  const known = new Set(['any:1', ...impliedDays(text)]);
  for (const { keys, value } of figuresOf(text, language)) {
    for (const key of keys) {
      known.add(key);
      const [, month, day] = /^date:(\d+)-(\d+)$/.exec(key) ?? [];
      if (month !== undefined) known.add(`month:${month}`).add(`any:${day}`);
    }
    if (value !== undefined) known.add(`any:${value}`);
  }
  for (const unit of singleUnitsOf(text)) known.add(`${unit}:1`);
  if (TWO.test(text)) known.add('any:2');
  return known;
}

/**
 * Returns whether the sources contain every figure of a text. Units must match (price, percent, duration); for dates, day and
 * month must match.
 */
export function hasKnownFigures(text: string, language: Language, known: KnownFigures): boolean {
  return figuresOf(text, language).every(
    ({ keys, value }) =>
      keys.some((key) => known.has(key)) || (value !== undefined && known.has(`plain:${value}`)),
  );
}
