import { asksForContact } from '../retrieval/expected-answer.ts';
import { isStopWord, stemOf } from '../retrieval/words.ts';

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
/** Words that say little about what is asked, though few pages use them. */
const LIGHT = new Set(
  `get got give put keep ok okay good now out any own just really actually someone somebody thing stuff able way try let
  want like mani much each more onc still ever even going happen last into don doesn isn can't anyone ani know
  work`
    .split(/\s+/)
    .map(stemOf),
);
/** Words that ask for a way to reach the business. */
const CONTACT = new Set(
  `contact call phone telephone number email mail address reach talk speak chat person human agent representative support
  customer service team staff office touch someone help line hotline write details information info real live`
    .split(/\s+/)
    .map(stemOf),
);
/** Number of words of content beside which a light word would weigh too much. */
const FEW = 3;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;

/** Returns what to search for: the question with words of degree as nouns and without words that say little. */
export function searchTextOf(question: string): string {
  const named = DEGREES.reduce((text, [pattern, noun]) => text.replaceAll(pattern, noun), question);
  const light = named.replaceAll(WORD, (word) => (LIGHT.has(stemOf(word)) ? '' : word));
  const subjects = contentOf(light).filter((stem) => !CONTACT.has(stem));
  if (subjects.length === 0 && asksForContact(question)) return 'contact call phone number email';
  const left = contentOf(light).length;
  return left > 0 && left <= FEW ? light : named;
}

const contentOf = (text: string) =>
  [...text.matchAll(WORD)].map(([word]) => stemOf(word)).filter((stem) => !isStopWord(stem));
