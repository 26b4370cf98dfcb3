import { MONTH, monthOf, WEEKDAY, weekdayOf, wrappingRange } from './calendar-words.ts';
import type { Figure, FigureExtractor } from './figure.ts';

const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th|er|º|\.)?`;
const TO = String.raw`\s*(?:-|–|—|to|through|thru|until|bis|al?|au|à)\s*`;
const AND = String.raw`\s*(?:and|e|y|und|et)\s*`;
const BETWEEN = String.raw`(?:between|entre|zwischen|tra|fra)\s+`;
const YEAR = String.raw`(?:,?\s+(?:de\s+|del\s+)?((?:19|20)\d\d))?`;
const MONTH_FIRST = new RegExp(
  String.raw`(?<!\p{L})(${MONTH})\.?\s+${DAY}(?![\d:%]|\s*[ap]\.?m\b)(?:(?:${TO}|${AND})${DAY}(?![\d:%]|\s*(?:[ap]\.?m|days?|hours?)))?${YEAR}`,
  'giu',
);
const DAY_FIRST = new RegExp(
  String.raw`(?<![\d$€£.,])${DAY}(?:(?:${TO}|${AND})${DAY})?\s+(?:of\s+|de\s+|d[’'])?(${MONTH})(?!\p{L})\.?${YEAR}`,
  'giu',
);
const ISO = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const NUMERIC = /(?<![\d.])(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})(?!\d|\.\d)/g;
const EAST_ASIAN =
  /(?:(\d{4})\s*[年년]\s*)?(\d{1,2})\s*[月월]\s*(\d{1,2})(?:\s*[日号號일]?\s*(?:[-–—~〜～至到]|から|부터)\s*(\d{1,2}))?\s*[日号號일]/g;
/**
 * Lowercase "mai" is Italian for "never" and Vietnamese for "tomorrow", and "mayo" is mayonnaise: without a day, they are
 * months only after a word such as "en".
 */
const LONE_MONTH = String.raw`${MONTH}|(?:en|de|desde|hasta|y|et|à|a(?<=(?:${MONTH})\s+a))\s+(?:mai|mayo)`;
const loneMonthOf = (name: string) => (/\s/.test(name) ? 5 : monthOf(name));
/** Portuguese weekdays without "-feira". They are ordinals too, so they count only in a range: "segunda a sexta-feira". */
const ORDINAL = '(?:segunda|terça|quarta|quinta|sexta)';
const LONE_WEEKDAY = String.raw`${WEEKDAY}|${ORDINAL}(?=\s+a\s+${ORDINAL})|${ORDINAL}(?<=${ORDINAL}(?:-feira)?\s+a\s+${ORDINAL})`;
const loneWeekdayOf = (name: string) => weekdayOf(name) ?? weekdayOf(`${name}-feira`);
const MONTHS = new RegExp(String.raw`(?<!\p{L})(${LONE_MONTH})(?!\p{L})`, 'giu');
const WEEKDAYS = new RegExp(String.raw`(?<!\p{L})(${LONE_WEEKDAY})(?!\p{L})\.?`, 'giu');
const rangeOf = (names: string) =>
  new RegExp(
    String.raw`(?<!\p{L})(?:${BETWEEN}(${names})${AND}|(${names})\.?${TO})(${names})(?!\p{L})`,
    'giu',
  );
const MONTH_RANGES = rangeOf(MONTH);
const WEEKDAY_RANGES = rangeOf(LONE_WEEKDAY);
const WEEKEND =
  /(?<!\p{L})(?:weekends?|fin(?:es)? de semana|week-ends?|wochenenden?|fins? de semana)(?!\p{L})/giu;
const EVERY_DAY = /\b(?:daily|every ?day|(?:7|seven) days (?:a|per) week|all week|24\/7|each day)\b/i;
/** "on business days", but not "5 business days", which is a duration. */
const WORKDAYS =
  /(?:(?<!\d[\s-]?)\bweekdays?|(?:^|\| ?|\b(?:on|open|every|each|all)\s)(?:business|working|work) ?days?)\b/im;

const keyOf = (month: string | number, day: string) => `date:${Number(month)}-${Number(day)}`;
const dayOf = (month: string | number, day: string): Figure => ({ keys: [keyOf(month, day)] });
const yearOf = (year: string | undefined): Figure[] =>
  year === undefined ? [] : [{ keys: [`any:${Number(year)}`], value: Number(year) }];

/** Extracts the dates that include a day. */
export function extractDates(extract: FigureExtractor): void {
  extract(ISO, (year, month = '', day = '') => [dayOf(month, day), ...yearOf(year)]);
  extract(EAST_ASIAN, (year, month = '', from = '', to) => [
    dayOf(month, from),
    ...(to === undefined ? [] : [dayOf(month, to)]),
    ...yearOf(year),
  ]);
  extract(NUMERIC, (first = '', _, second = '', year = '') => [
    // The day or the month may come first.
    { keys: [keyOf(first, second), keyOf(second, first)] },
    ...yearOf(year.length === 4 ? year : `20${year}`),
  ]);
  const named = (name: string, days: readonly (string | undefined)[], year: string | undefined) => {
    const month = monthOf(name.length > 3 || name === 'mai' ? capitalized(name) : name);
    if (month === undefined) return undefined;
    const namedDaysOfMonth = days.filter((day) => day !== undefined);
    return [...namedDaysOfMonth.map((day) => dayOf(month, day)), ...yearOf(year)];
  };
  extract(MONTH_FIRST, (month = '', from, to, year) => named(month, [from, to], year));
  extract(DAY_FIRST, (from, to, month = '', year) => named(month, [from, to], year));
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Extracts weekdays, and months without a day. */
export function extractMonthsAndWeekdays(extract: FigureExtractor): void {
  const read = (kind: string, number: number | undefined) =>
    number === undefined ? undefined : [{ keys: [`${kind}:${number}`] }];
  extract(MONTHS, (name = '') => read('month', loneMonthOf(name)));
  extract(WEEKDAYS, (name = '') => read('weekday', loneWeekdayOf(name)));
  extract(WEEKEND, () => [{ keys: ['weekday:6', 'weekday:0'] }]);
}

/** Returns the keys of the days and months that a text includes without naming them: "Monday to Friday", "daily". */
export function impliedDays(text: string): string[] {
  const included = (
    pattern: RegExp,
    numberOf: (name: string) => number | undefined,
    first: number,
    last: number,
  ) =>
    [...text.matchAll(pattern)].flatMap(([, between, from = between ?? '', to = '']) => {
      // In a range, even a lowercase short form is a weekday or month ("mon-fri").
      const [start, end] = [numberOf(capitalized(from)), numberOf(capitalized(to))];
      return start === undefined || end === undefined ? [] : wrappingRange(start, end, first, last);
    });
  const weekdays = included(WEEKDAY_RANGES, loneWeekdayOf, 0, 6);
  if (EVERY_DAY.test(text)) weekdays.push(0, 1, 2, 3, 4, 5, 6);
  if (WORKDAYS.test(text)) weekdays.push(1, 2, 3, 4, 5);
  const months = included(MONTH_RANGES, monthOf, 1, 12);
  return [...weekdays.map((day) => `weekday:${day}`), ...months.map((month) => `month:${month}`)];
}
