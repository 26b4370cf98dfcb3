const NAMES = {
  months: [
    'january february march april may june july august september october november december',
    'jan feb mar apr may jun jul aug sep oct nov dec',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    'januar februar märz april mai juni juli august september oktober november dezember',
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  ],
  weekdays: [
    'sunday monday tuesday wednesday thursday friday saturday',
    'sundays mondays tuesdays wednesdays thursdays fridays saturdays',
    'sun mon tue wed thu fri sat',
    'domingo lunes martes miércoles jueves viernes sábado',
    'domingos lunes martes miércoles jueves viernes sábados',
    'dimanche lundi mardi mercredi jeudi vendredi samedi',
    'sonntag montag dienstag mittwoch donnerstag freitag samstag',
    'domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado',
    'domenica lunedì martedì mercoledì giovedì venerdì sabato',
  ],
};

const numbered = (names: readonly string[], first: number) =>
  new Map(names.flatMap((line) => line.split(' ').map((name, index) => [name, index + first] as const)));
const oneOf = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|');

/** Month numbers, 1 to 12, by name and short form in six languages. */
const MONTHS = new Map([...numbered(NAMES.months, 1), ['sept', 9]]);
/** Weekday numbers, 0 (Sunday) to 6, by name and short form. */
const WEEKDAYS = new Map([
  ...numbered(NAMES.weekdays, 0),
  ['tues', 2],
  ['thur', 4],
  ['thurs', 4],
  ['sonnabend', 6],
]);

/**
 * Regular expression sources that match month and weekday names in any case. `monthOf` and `weekdayOf` reject ambiguous ones
 * in lowercase.
 */
export const MONTH = oneOf(MONTHS.keys());
export const WEEKDAY = oneOf(WEEKDAYS.keys());
/** Matches the rest of a date after "12.", as in German; "1. May I" begins an item of a list. */
export const MONTH_AFTER_PERIOD = String.raw`\s+(?!ma(?:y|rch)(?!\p{L}))(?:${MONTH})(?!\p{L})`;
/** Names that are also words, such as "may" and "mayo", and short forms; they count only when capitalized. */
const ALSO_WORDS = /^(?:march|mayo|sept|tues|thur|.{3})$/;

/** Returns the number of a month; undefined for another word or an ambiguous name in lowercase. */
export const monthOf = (name: string): number | undefined => numberOf(MONTHS, name);
export const weekdayOf = (name: string): number | undefined => numberOf(WEEKDAYS, name);

function numberOf(names: ReadonlyMap<string, number>, name: string): number | undefined {
  const plain = name.toLowerCase();
  return ALSO_WORDS.test(plain) && name[0] === plain[0] ? undefined : names.get(plain);
}

/** Returns the numbers from `from` to `to`, continuing at `first` after `last` (Saturday to Sunday). */
export function wrappingRange(from: number, to: number, first: number, last: number): number[] {
  const numbers = [from];
  for (let at = from; at !== to; ) {
    at = at === last ? first : at + 1;
    numbers.push(at);
  }
  return numbers;
}
