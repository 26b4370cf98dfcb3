/** Text that code without limits stores wrongly or not at all. */
export const HOSTILE_STRINGS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  'b\ud800y',
  '\udc00',
  '\ufffe\uffff',
  '\u202ecod\u200f',
  '\u{1f3e0}'.repeat(300),
  'e\u0301'.repeat(2_000),
  'x'.repeat(2_705),
  'x'.repeat(100_000),
  incompressible(20_000),
  cjk(200),
  Array.from({ length: 14 }, (_, word) => cjk(60, word)).join(' '),
  '\\N',
  '{a,"b}',
  "'; DROP TABLE read.client; --",
  '../../../etc/passwd',
  '%00%ED%A0%80',
  '__proto__',
  'constructor',
  'not-a-uuid',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
  '-1',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  '1e309',
  'NaN',
  'Infinity',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2026-03-01T09:00:00+99:99',
  '9999-99',
  'https://[',
  'javascript:alert(1)',
  'data:text/html,x',
  'Nowhere/Else',
  'en-US-x-'.repeat(200),
];

/** Numbers at and beyond the limits of PostgreSQL's and JavaScript's types. */
export const HOSTILE_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  0.5,
  1e-320,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
];

/** Returns text that cannot be compressed: an index entry holds at most a third of a page after compression. */
function incompressible(length: number, first = 33, count = 90, seed = 1): string {
  let state = seed;
  let text = '';
  while (text.length < length) {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    text += String.fromCharCode(first + ((state >>> 16) % count));
  }
  return text;
}

/** Letters of three bytes each in UTF-8. */
function cjk(length: number, seed = 1): string {
  return incompressible(length, 0x4e00, 20_000, seed);
}
