import { readFileSync } from 'node:fs';
import { DomainError } from '../../platform/errors.ts';

/** About 50,000 breached passwords in lower case (zxcvbn-ts, MIT). */
const LIST = new URL(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'));

/** Names of the product and its parts, which attackers guess first. */
const PRODUCT_WORDS = ['landline', 'propertyfinder', 'aiassistant', 'superadmin'];

/** Minimum length of a word, in characters; a shorter word between digits says little about the password. */
const WORD_MIN = 6;
/** Number of digits and symbols around a common password that do not make it uncommon. */
const DECORATION_MAX = 6;

let common: ReadonlySet<string> | undefined;

/**
 * Returns whether a password is known from breaches or is a product name, optionally with a few digits and symbols
 * around it.
 */
function isCommon(password: string): boolean {
  common ??= new Set([...(JSON.parse(readFileSync(LIST, 'utf8')) as string[]), ...PRODUCT_WORDS]);
  const lower = password.toLowerCase();
  if (common.has(lower)) return true;
  const word = lower.replace(/^[^a-z]+|[^a-z]+$/g, '');
  return word.length >= WORD_MIN && lower.length - word.length <= DECORATION_MAX && common.has(word);
}

/** Throws `PASSWORD_COMMON`. */
export function assertUncommon(password: string): void {
  if (isCommon(password))
    throw new DomainError(
      'rule_broken',
      'PASSWORD_COMMON',
      'This password is too easy to guess. Choose another one.',
    );
}
