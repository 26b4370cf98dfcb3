import type { Turn } from './contract.ts';
import { isStopWord, stemOf, wordsOf } from './retrieval/words.ts';
import { type Request, requestOf } from './understanding/courtesy.ts';
import { smallTalkOf } from './understanding/small-talk.ts';

/** Words after "this" and "these" that name a time: "this weekend" does not refer to something said before. */
const TIME =
  '(?:time|days|morning|afternoon|evening|week(?:end)?|month|year|season|spring|summer|fall|autumn|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)';
/** "One" in place of a noun, but not the number: "the blue one", "one with a pool". */
const ONE = String.raw`(?:(?:the|which)(?: \w+)?|an? \w+) one(?!-)|ones|one(?=\W*$| (?:with|without|for|in|on|at|near|is|does|do|can|has|costs?)\b)`;
/** Words that refer to something said before. */
const REFERENCE = new RegExp(
  String.raw`\b(?:it|its|they|them|their|theirs|he|him|his|she|her|(?:this|these)(?! (?:coming )?${TIME}\b)|those|${ONE}|same(?![ -]day\b)|else|another|instead)\b|\b(?:is|does|do|did|can|will|about|for|with|of|if|than|on|in) that\b|\bthat\W*$|\b(?:the )?other(?: ones?)?\W*$|\b(?:then|there)\W*$`,
  'i',
);
/** Beginnings of a question that continues the one before it. */
const CONTINUATION =
  /^\s*(?:and|but|or|also|then|what about|how about|what if|why not|since when|until when|for how long|how so|what else|where else)\b/i;
/** Expletive "it" and "there", which refer to nothing: "is it allowed", "are there". */
const EXISTENTIAL =
  /\b(?:is|are|was|were) (?:there|it (?:possible|ok|okay|allowed|legal|necessary|required|true))\b|\bit (?:is|takes?|costs?)\b/gi;
/** Words that name no subject: "how long does it take?" has only such words. */
const GENERAL = new Set(
  `much many long far big large small tall high old often soon late early get take cost price pay use need want make give
  work mean happen last come go put keep know tell say think good way thing time number kind type difference between
  expire allow require possible apply count exactly usually normally actually really typically minimum maximum max min
  limit fee free example else one two three more most less least not yes no ok`
    .split(/\s+/)
    .map(stemOf),
);
/** Abbreviations that are spelled like a reference. */
const ABBREVIATIONS = /\b(?:IT|US)\b/g;
/** The end of what comes before a pronoun that refers to a word of the same question: "Can I return a dress if it …". */
const CONJUNCTION =
  /\b(?:if|when|because|before|after|while|unless|until|since|once|that|which|and|but)\s+(?:\w+\s+)?$/i;
const POSSESSIVE = /^(?:his|her|their|its)$/i;
/** Maximum number of earlier questions in a chain of follow-ups. */
const MAX_CHAIN = 3;

/** How much a question depends on the conversation before it; `possible` if the question names a single subject. */
type Dependence = 'needed' | 'possible' | 'none';

/** Returns the stems of a question that name a subject. */
export const subjectsOf = (question: string): ReadonlySet<string> =>
  new Set(
    wordsOf(question)
      .map(({ stem }) => stem)
      .filter((stem) => !isStopWord(stem) && !GENERAL.has(stem)),
  );

function dependenceOf(question: string): Dependence {
  const subjects = subjectsOf(question);
  if (subjects.size === 0) return 'needed';
  if (CONTINUATION.test(question) && subjects.size <= 3) return 'needed';
  if (refersBack(question) && subjects.size <= 4) return 'needed';
  return subjects.size === 1 ? 'possible' : 'none';
}

/** Returns whether a question refers to something said before it, rather than to its own subject. */
function refersBack(question: string): boolean {
  const plain = question.replaceAll(EXISTENTIAL, ' ').replaceAll(ABBREVIATIONS, ' ');
  const reference = REFERENCE.exec(plain);
  if (!reference) return false;
  const before = plain.slice(0, reference.index);
  const isWithin = POSSESSIVE.test(reference[0]) || CONJUNCTION.test(before);
  return !(isWithin && subjectsOf(before).size > 0);
}

export interface Context {
  /** Text that the question may depend on, or empty. */
  readonly text: string;
  /** True if the question makes sense only together with its background or the conversation. */
  readonly isNeeded: boolean;
}

/**
 * Returns the earlier questions that a question depends on: up to `MAX_CHAIN`, back to a standalone one. A question with a
 * background of its own does not need them.
 */
export function contextOf({ question, background }: Request, history: readonly Turn[]): Context {
  const dependence = dependenceOf(question);
  if (dependence === 'none') return { text: '', isNeeded: false };
  if (background !== '') return { text: '', isNeeded: dependence === 'needed' };
  const chain: string[] = [];
  for (const { role, text } of history.toReversed()) {
    const smallTalk = smallTalkOf(text);
    if (role !== 'user' || (smallTalk && smallTalk.name === undefined)) continue;
    const earlier = requestOf(text);
    chain.unshift(`${earlier.background} ${earlier.question}`.trim());
    if (dependenceOf(earlier.question) === 'none' || chain.length === MAX_CHAIN) break;
  }
  return { text: chain.join(' '), isNeeded: dependence === 'needed' && chain.length > 0 };
}
