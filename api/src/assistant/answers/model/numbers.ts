import type { Language } from '../understanding/language.ts';

/** Letter of a script that separates numbers from words by spaces; in other scripts, words directly precede and follow numbers. */
export const SPACED_LETTER = String.raw`(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}])\p{L}`;
const CURRENCY = String.raw`(?:US\s?\$|[$€£¥]|(?:USD|EUR|GBP|CHF|CAD|AUD)(?!\p{L}))`;
const CURRENCY_BEFORE = new RegExp(String.raw`(?<!${SPACED_LETTER})${CURRENCY}\s*$`, 'iu');
const CURRENCY_AFTER = new RegExp(
  String.raw`^[\s-]*(?:US[\s-])?(?:${CURRENCY}|(?:dollars?|bucks|d[oó]lar(?:es)?|d[oó]llari|dollari|euros?|доллар\p{L}*|đô)(?!\p{L})|美元|달러|ドル)`,
  'iu',
);
const CENTS = /^[\s-]*(?:US[\s-])?(?:(?:cents?|centavos?)(?!\p{L})|¢)/iu;
const PERCENT =
  /^\s*(?:%|percent(?!\p{L})|per ?cento?(?!\p{L})|por ?cento(?!\p{L})|por ?ciento|pour cent|prozent|퍼센트|phần trăm)/iu;
type Multiplier = readonly [RegExp, number];
const MULTIPLIERS: readonly Multiplier[] = [
  [/^\s*(?:k(?!\p{L})|thousands?(?!\p{L})|tausend(?!\p{L})|mil(?:le|a)?(?!\p{L}))/iu, 1_000],
  [/^\s*(?:mn(?!\p{L})|millions?(?!\p{L})|mill[oó]n(?:es)?|millionen|milh(?:ão|ões)|milion[ei])/iu, 1e6],
  [/^\s*M(?![\p{L}²³2])/u, 1e6],
  [/^\s*(?:bn(?!\p{L})|billions?(?!\p{L})|milliard\p{L}*)/iu, 1e9],
  [/^\s*[千천](?![万萬만])/u, 1_000],
  [/^\s*[万萬만]/u, 10_000],
  [/^\s*(?:百[万萬]|백만)/u, 1e6],
  [/^\s*(?:千[万萬]|천만)/u, 1e7],
  [/^\s*[亿億억]/u, 1e8],
];
/** "$2 m": without a currency, "m" means meters. */
const PRICE_MULTIPLIERS: readonly Multiplier[] = [...MULTIPLIERS, [/^\s*m(?![\p{L}²³2])/u, 1e6]];
const UNITS: readonly (readonly [string, string])[] = [
  ['minute', 'minutes?|mins?|minutos?|minuten|minut[io]|phút|分钟|分|분'],
  ['hour', 'hours?|hrs?|horas?|heures?|stunden?|or[ae]|giờ|个?小时|[個个]?小時|時間|시간'],
  ['day', 'days?|d[ií]as?|jours?|tage?n?|giorn[oi]|ngày|天|日|일'],
  ['week', 'weeks?|wks?|semanas?|semaines?|wochen?|settiman[ae]|tuần|[个個]?星期|周|週|주'],
  // "5月" (May) has the same key as a duration of 5 months.
  ['month', 'months?|mes(?:es)?|mois|monate?n?|mes[ei]|mês|tháng|[个個ヶケかカヵ]?月|개?월'],
  ['year', 'years?|yrs?|años?|ans?|années?|jahre?n?|ann[io]|anos?|năm|年|년'],
];
const ADJECTIVE = '(?:(?:business|working|calendar|consecutive|full|whole|straight|school)[ -])?';
const UNIT_PATTERNS = UNITS.map(
  ([unit, words]) =>
    [unit, new RegExp(`^[\\s-]*${ADJECTIVE}(?:${words})(?!${SPACED_LETTER})`, 'iu')] as const,
);
/** Calendar year such as "2027年", which is not a duration. */
const CALENDAR_YEAR = /^(?:19|20)\d\d\s*[年년]/;
/** Word that stands for the number 1 before a unit: "a day", "per month". */
const ONE_UNIT = /(?<!\p{L})(?:an?|one|per|each|every)(?=\s)/giu;
/** Text between the two numbers of a range. */
const TO = String.raw`\s*(?:-|–|—|to|or|and|through|a|à|al|y|o|e|und|oder|bis|et|ou|đến)\s*`;
const RANGE = new RegExp(`^${TO}$`, 'iu');
/** Text before a price, or before the second price of a range with one currency. */
const BEFORE_PRICE = new RegExp(String.raw`${CURRENCY}\s*(?:\d[\d.,]*(?:\s?m)?${TO})?$`, 'iu');
const CURRENCY_SIGN = new RegExp(`${CURRENCY}\\s*$`, 'iu');
/** Text that follows a number without a unit: the end of a cell or clause, or a word such as "per" or "and". */
const NO_UNIT =
  /^\s*(?:$|[.,;:!?)|\]/\n]|(?:per|each|an?|for|plus|and|or|to|por|pro|par|if|with)(?!\p{L}))/iu;
const NUMBER = new RegExp(
  String.raw`(?<!${SPACED_LETTER}|\d)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:[.,'’\u00a0\u202f]\d+)*)`,
  'gu',
);
/** Number whose groups of three digits are separated by spaces, as in French: "1 200". */
const SPACED = new RegExp(String.raw`(?<!${SPACED_LETTER}|[\d.,])\d{1,3}(?: \d{3})+(?![\d.])`, 'gu');

/**
 * A number in a text. `kind` is `price`, `percent`, a unit of time such as `day`, `plain` if no unit follows, or `counted` if
 * another word follows.
 */
export interface NumberInText {
  readonly kind: string;
  readonly value: number;
}

/** Returns the numbers of a text with their units. Both parts of a range share its multiplier and unit. */
export function numbersOf(text: string, language: Language): NumberInText[] {
  const plain = language === 'en' ? text : text.replace(SPACED, (groups) => groups.replaceAll(' ', ''));
  const matches = [...plain.matchAll(NUMBER)].map(({ 0: digits, index }) => {
    const end = index + digits.length;
    const multipliers = BEFORE_PRICE.test(plain.slice(Math.max(0, index - 30), index))
      ? PRICE_MULTIPLIERS
      : MULTIPLIERS;
    const after = plain.slice(end, end + 20);
    const [pattern, factor = 1] = multipliers.find(([pattern]) => pattern.test(after)) ?? [];
    const skipped = pattern?.exec(after)?.[0].length ?? 0;
    return { index, end: end + skipped, number: numberIn(digits, language), factor };
  });
  const before = (at: number) => plain.slice(matches[at - 1]?.end ?? 0, matches[at]?.index);
  const isRangeWith = (at: number) => at > 0 && RANGE.test(before(at).replace(CURRENCY_SIGN, ''));
  /** Returns a number with its multiplier; in a range, the lower number shares that of the higher one: "$1–2 million". */
  const amountAt = (at: number) => {
    const { number = 0, factor = 1 } = matches[at] ?? {};
    const next = matches[at + 1];
    const isLower = factor === 1 && next !== undefined && number < next.number && isRangeWith(at + 1);
    const amount = number * (isLower ? next.factor : factor);
    // 2.03 * 1000 is 2029.9999999999998.
    return Number(amount.toPrecision(15));
  };
  const numbers: NumberInText[] = [];
  for (let at = matches.length - 1; at >= 0; at--) {
    const { index, end = 0 } = matches[at] ?? {};
    const value = amountAt(at);
    const isYear = CALENDAR_YEAR.test(plain.slice(index, end + 4));
    const own = isYear ? 'counted' : unitOf(plain.slice(0, index), plain.slice(end, end + 40));
    const next = numbers[0]?.kind;
    const kind = own === 'plain' || own === 'counted' ? (isRangeWith(at + 1) && next) || own : own;
    numbers.unshift({ kind, value });
  }
  // "$50–75": the sign precedes the first number only.
  for (const [at, each] of numbers.entries()) {
    const isOpen = each.kind === 'plain' || each.kind === 'counted';
    if (isOpen && numbers[at - 1]?.kind === 'price' && isRangeWith(at))
      numbers[at] = { ...each, kind: 'price' };
  }
  return numbers.map((each) => (each.kind === 'cents' ? { kind: 'price', value: each.value / 100 } : each));
}

/** Returns the units that a text names without a number: `day` for "per day" or "a day". */
export function singleUnitsOf(text: string): string[] {
  return [...text.matchAll(ONE_UNIT)].flatMap(({ 0: article, index }) => {
    const end = index + article.length;
    const unit = durationAt(text.slice(end, end + 30));
    return unit === undefined ? [] : [unit];
  });
}

const durationAt = (after: string) => UNIT_PATTERNS.find(([, pattern]) => pattern.test(after))?.[0];

function unitOf(before: string, after: string): string {
  if (CENTS.test(after)) return 'cents';
  if (CURRENCY_BEFORE.test(before.slice(-8)) || CURRENCY_AFTER.test(after)) return 'price';
  if (PERCENT.test(after)) return 'percent';
  return durationAt(after) ?? (NO_UNIT.test(after) ? 'plain' : 'counted');
}

function numberIn(digits: string, language: Language): number {
  const plain = digits.replaceAll(/['’\u00a0\u202f]/g, '');
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain);
  if (isGrouped) return Number(plain.replaceAll(',', ''));
  const isDotted = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(plain) && language !== 'en';
  if (isDotted) return Number(plain.replaceAll('.', '').replace(',', '.'));
  return Number.parseFloat(plain.replace(',', '.'));
}
