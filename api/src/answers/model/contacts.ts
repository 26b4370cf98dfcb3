/** Mail addresses, and names of hosts without a scheme; what has one is stripped anyway. */
const NAMED = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:[A-Za-z\d-]+\.)+[a-z]{2,24}\b/g;
/** Fewer digits are a price, a year or a date. */
const PHONE = /\+?\d(?:[\s()./-]*\d){8,}/g;

const digits = (text: string) => text.replace(/\D/g, '');

/** Tells whether all contacts that some words name are among the given texts: nobody is sent where no page leads. */
export function contactsAmong(given: readonly string[]): (words: string) => boolean {
  const whole = given.join('\n').toLowerCase();
  const numbers = [...whole.matchAll(PHONE)].map(([number]) => digits(number));
  return (words) =>
    [...words.matchAll(NAMED)].every(([name]) => whole.includes(name.toLowerCase())) &&
    [...words.matchAll(PHONE)].every(([number]) =>
      numbers.some((known) => known.endsWith(digits(number)) || digits(number).endsWith(known)),
    );
}
