/** Email addresses and bare host names. URLs with a scheme are removed from answers elsewhere. */
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:[A-Za-z\d-]+\.)+[a-z]{2,24}\b/g;
/** Nine or more digits; shorter numbers are prices, years or dates. */
const PHONE = /\+?\d(?:[\s()./-]*\d){8,}/g;

const digits = (text: string) => text.replace(/\D/g, '');

/**
 * Returns a function that checks whether every contact in an answer occurs in `texts`. Rejects contacts that the model
 * invented or that injected text added.
 */
export function createContactCheck(texts: readonly string[]): (text: string) => boolean {
  const whole = texts.join('\n').toLowerCase();
  const numbers = [...whole.matchAll(PHONE)].map(([number]) => digits(number));
  return (text) =>
    [...text.matchAll(ADDRESS)].every(([name]) => whole.includes(name.toLowerCase())) &&
    [...text.matchAll(PHONE)].every(([number]) =>
      numbers.some((known) => known.endsWith(digits(number)) || digits(number).endsWith(known)),
    );
}
