import { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  date: 'a date, for example 2026-03-01',
  datetime: 'a date and time, for example 2026-03-01T09:00:00Z',
};

/** Names of what a size counts; a number itself has none. */
const UNITS: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  file: 'byte',
};

const NOT_VALID = 'This value is not valid';
const REQUIRED = 'This field is required';

/** Returns the message of a problem whose schema gives none; Zod's own messages are not for people. */
const validationMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return REQUIRED;
      return mustBe(TYPES[issue.expected]);
    case 'invalid_value':
      if (issue.input === undefined) return REQUIRED;
      return mustBe(issue.values.length > 1 ? `one of: ${issue.values.join(', ')}` : String(issue.values[0]));
    case 'invalid_format':
      return mustBe(FORMATS[issue.format]);
    case 'too_big':
      return limit(issue, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return REQUIRED;
      return limit(issue, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'not_multiple_of':
      return mustBe(`a multiple of ${issue.divisor}`);
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`;
    default:
      return NOT_VALID;
  }
};

const mustBe = (what: string | undefined) => (what === undefined ? NOT_VALID : `Must be ${what}`);

function limit(
  { origin, exact }: { origin: string; exact?: boolean | undefined },
  bound: string,
  value: number | bigint,
): string {
  const unit = UNITS[origin];
  const text = `${exact ? 'exactly' : bound} ${value.toLocaleString('en-US')}`;
  return unit === undefined
    ? `Must be ${text}`
    : `Must have ${text} ${unit}${Number(value) === 1 ? '' : 's'}`;
}

z.config({ customError: validationMessage });
