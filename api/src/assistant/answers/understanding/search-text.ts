import { asksForContact } from '../retrieval/expected-answer.ts';
import { isStopWord, specificity, stemOf } from '../retrieval/words.ts';
import { plainWordingOf, withoutActor } from './plain-wording.ts';

/** Questions of degree and the noun that pages use for it: "how tall may it be" is about a height. */
const DEGREES: readonly (readonly [RegExp, string])[] = [
  [/\bhow (?:tall|high)\b/gi, 'height'],
  [/\bhow (?:big|large)\b/gi, 'size'],
  [/\bhow old\b/gi, 'age years old'],
  [/\bhow far\b/gi, 'distance'],
  [/\bhow heavy\b/gi, 'weight'],
  [/\bhow (?:much is|much are|expensive)\b/gi, 'cost'],
  [/\bhow (?:long|much|many|often|soon|fast|quickly|late|early)\b/gi, ''],
];
/** Words that ask for a way to reach the business. */
const CONTACT = new Set(
  `contact call phone telephone number email mail address reach talk speak chat person human agent representative support
  customer service team staff office touch someone help line hotline write details information info real live`
    .split(/\s+/)
    .map(stemOf),
);
/** Words that ask for opening hours or the place of the business. */
const HOURS_AND_PLACE = new Set(
  `hour hours time open opening opened close closed closing today tonight tomorrow now day week weekend weekday holiday monday tuesday
  wednesday thursday friday saturday sunday where located location place street find get come visit directions map shop store
  business office company operation`
    .split(/\s+/)
    .map(stemOf),
);
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;

/** Returns the question in words that pages use; for a question that only asks for contact, the words of contact. */
export function searchTextOf(question: string): string {
  const withNouns = DEGREES.reduce(
    (text, [pattern, noun]) => text.replaceAll(pattern, noun),
    plainWordingOf(withoutActor(question)),
  );
  const subjects = contentStemsIn(withNouns).filter((stem) => !CONTACT.has(stem) && specificity(stem) === 1);
  return subjects.length === 0 && asksForContact(question) ? 'contact call phone number email' : withNouns;
}

/** Returns whether a question about how, when or where to reach the business asks about nothing else, such as one of its branches. */
export const asksOnlyHowToReach = (question: string): boolean =>
  contentStemsIn(question).every(
    (stem) => CONTACT.has(stem) || HOURS_AND_PLACE.has(stem) || specificity(stem) < 1,
  );

const contentStemsIn = (text: string) =>
  [...text.matchAll(WORD)].map(([word]) => stemOf(word)).filter((stem) => !isStopWord(stem));
