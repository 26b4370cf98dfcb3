import { HOSTILE_NUMBERS } from '@landline/event-schemas/testing/hostile-values';

/**
 * Marks a string as JSON text: the request contains the text after the mark in place of the string. JavaScript values cannot
 * express all JSON, for example numbers beyond the range of a double.
 */
export const JSON_TEXT_MARK = 'json-text:';
const jsonText = (text: string) => `${JSON_TEXT_MARK}${text}`;
export const MARKED_JSON_TEXT = new RegExp(`"${JSON_TEXT_MARK}((?:[^"\\\\]|\\\\.)*)"`, 'g');

export const NUMBERS: readonly unknown[] = [
  ...HOSTILE_NUMBERS,
  ...['9223372036854775808', '1e309', '-1e309', '1e-999', '123456789012345678901234567890'].map(jsonText),
];
const nestedArrays = (depth: number) => jsonText('['.repeat(depth) + ']'.repeat(depth));
export const STRUCTURES: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  { length: -1 },
  nestedArrays(101),
  nestedArrays(8_000),
  jsonText(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`),
  jsonText('{"__proto__":{"admin":true}}'),
  { constructor: { prototype: {} } },
  { 'a\ud800': 1 },
  { 'a\0': 1 },
  Array.from({ length: 5_000 }, (_, i) => i),
  Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`key ${i}`, i])),
];

export const RAW_BODIES: readonly (string | Uint8Array)[] = [
  '',
  '{',
  'null',
  'NaN',
  '[NaN]',
  '{"a":01}',
  '"text"',
  '\ufeff{}',
  '{"a":1}}',
  `{"a":"${'x'.repeat(1_100_000)}"}`,
  '['.repeat(100_000),
  `{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`,
  new Uint8Array([0x7b, 0xff, 0xfe, 0x00, 0x7d]),
  new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b]),
];
export const CONTENT_TYPES = [
  'application/json; charset=utf-16',
  'application/json; charset=nowhere',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'a/b/c;;=',
];
export const ENCODINGS = ['gzip', 'deflate', 'br', 'zstd', 'identity', 'gzip, br', 'x'.repeat(300)];
export const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Cookie',
  'Idempotency-Key',
  'If-Modified-Since',
  'If-None-Match',
  'Last-Event-ID',
  'Origin',
  'Range',
  'Referer',
  'User-Agent',
  'X-Client-Id',
  'X-Correlation-Id',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Min-Position',
  'traceparent',
] as const;
export const HEADER_VALUES = [
  '',
  '\xed\xa0\x80',
  '\xff\xfe',
  'x'.repeat(6_000),
  'a=b; c="; d=%; access_token=%E0%A4%A; refresh_token=x',
  'Bearer ',
  'Bearer a.b.c',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'null',
  '-1',
  '9223372036854775808',
  '00000000-0000-0000-0000-000000000000:9223372036854775808',
  '00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff',
  'bytes=0-18446744073709551615,-1',
  'W/"',
  '%00',
  '*/*;q=NaN, gzip;q=9e999, en-\xe9',
  'https://[::1',
  '999.999.999.999, ::ffff:1',
];
/** Parts of a path: malformed percent-encoding, invalid UTF-8, encoded separators, NUL, and dots. */
export const RAW_PARTS = [
  '%ED%A0%80',
  '%FF',
  '%00',
  'a%00b',
  '%2F',
  '%2e%2e',
  '%252F',
  '%',
  '%ZZ',
  '..',
  ';',
  '%F0%9F',
];
