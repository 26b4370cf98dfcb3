import { ERASED } from '@landline/event-schemas/personal';
import { stemmer } from 'stemmer';
import { questionGroup } from './question-group.ts';

/** Derived facts about a question's text. */
interface QuestionText {
  /** Sorted stems of its topic words; null when there are none. */
  readonly topic: string | null;
  /** Shared by all topics that ask the same thing. */
  readonly question_group: string | null;
  /** Words for the word cloud, as `stem word`; each stem once. */
  readonly words: readonly string[];
  /** Least strict filter level that leaves the question out; `NEVER_LEFT_OUT` when none does. */
  readonly left_out_from: number;
}

/** In the order of `CONTENT_FILTER_LEVELS`, from 1. */
const BASIC = 1;
const MODERATE = 2;
const STRICT = 3;
export const NEVER_LEFT_OUT = 4;

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu;
const MARKS = /\p{M}+/gu;
/** Limit on topic words; topics are compared, not read. */
const TOPIC_WORDS = 12;
const MAX_WORDS = 40;
/** Longer words are cut: an index entry holds a client's id, a topic and its group in at most 2,704 bytes. */
const WORD_LENGTH = 26;

const wordSet = (words: string) => new Set(words.trim().split(/\s+/));

/** Function words of the widget's languages. */
const FUNCTION_WORDS =
  wordSet(`a about all also an and any are as at be been but by can could did do does for from get give had has
  have having he her here him his how i if im in into is it its ive just like may me might mine must my no not of on or
  our ours out please shall she should so some tell than that the their them then there these they this those to us
  was we were what when where which who whom whose why will with would you your yours am d ll m re s t ve`);
const SPANISH_FUNCTION_WORDS =
  wordSet(`a al algo alguna algun ante aqui asi aun aunque cada como con cual cuales cuando cuanta cuantas cuanto cuantos
  de del desde donde el ella ellas ellos en entre era es esa ese eso esta este estan estar estas estoy esto estos fue ha
  hace hacer hacen haceis han hasta hay he la las le les lo los mas me mi mis muy ni nos nosotros nuestra nuestro o os
  otra otro para pero por porque puede pueden puedes puedo que quien quienes quiero se ser si sin sobre son soy su sus
  tambien te tener tengo ti tiene tienen tienes todo todos tu tus un una unas uno unos usted ustedes va vosotros y ya yo`);

/** Small talk and test messages. */
const SMALL_TALK =
  wordSet(`hi hello hey hiya yo good morning afternoon evening night day thanks thank thx ty cheers bye
  goodbye ok okay k cool nice great awesome perfect yes yeah yep no nope sure test testing ping lol haha hmm welcome
  there you very much so are how
  hola buenas buenos dias dia tardes noches gracias muchas mucho muy adios hasta luego pronto chao chau vale genial
  perfecto bueno bien claro si no prueba probando jaja jajaja que tal como estas esta saludos favor por de nada`);

/** Insults and obscenities in the widget's languages, with their endings. */
const ABUSE = [
  /\b(?:fuck|motherfuck|shit|bullshit|bitch|cunt|asshole|arsehole|bastard|dickhead|wank|slut|whore|faggot|nigg(?:er|a)|retard|twat|prick|moron|idiot|stupid bot)(?:s|ed|er|ers|ing|y)?\b/i,
  /\b(?:mierda|joder|jodete|jodid[oa]|coñ[oa]|puta|puto|hijueputa|gilipollas|cabron(?:es|a|azo)?|maricon(?:es)?|pendej[oa]|culer[oa]|chinga(?:r|d[oa]|te)?|verga|idiota|imbecil(?:es)?|estupid[oa]|subnormal(?:es)?|tont[oa] del culo)s?\b/i,
];

/** Personal data: an email address, a phone number or a card number. */
const PERSONAL = /[^\s@]+@[^\s@]+\.[^\s@]+|(?:\+?\d[\s().-]{0,3}){8,}/;
const LINK = /\bhttps?:\/\/|\bwww\./i;
/** Minimum number of words of a question; shorter texts are search terms. */
const MIN_WORDS = 3;

/**
 * Returns what is stored about a question besides its text: its topic, and which content filter leaves it
 * out (spec 002 §7). For an erased question, the level is the one known when it was asked, so that no
 * figure changes.
 */
export function questionText(text: string, levelWhenAsked = NEVER_LEFT_OUT): QuestionText {
  if (text === ERASED) return { topic: null, question_group: null, words: [], left_out_from: levelWhenAsked };
  const all = [...text.matchAll(WORD)].map(([word]) => shortened(plain(word)));
  const { functionWords, stem: stemOf } = languageOf(text, all);
  const stems = new Map<string, string>();
  for (const word of all) {
    if (functionWords.has(word) || word.length < 2 || /^\d+$/.test(word) || stems.size >= MAX_WORDS) continue;
    const stem = stemOf(word);
    if (!stems.has(stem)) stems.set(stem, word);
  }
  const topic = [...stems.keys()].sort().slice(0, TOPIC_WORDS);
  return {
    topic: topic.length === 0 ? null : topic.join(' '),
    question_group: topic.length === 0 ? null : questionGroup(topic),
    words: [...stems].map(([stem, word]) => `${stem} ${word}`),
    left_out_from: leftOutFrom(text, all),
  };
}

/**
 * Returns the least strict filter level that excludes a question. Basic excludes abuse and texts without a word;
 * moderate also small talk and texts with an email address or a long number; strict also texts of fewer than three
 * words, with links, or in capitals.
 */
function leftOutFrom(text: string, words: readonly string[]): number {
  if (!/\p{L}/u.test(text) || isAbuse(text)) return BASIC;
  if (words.every((word) => SMALL_TALK.has(word)) || PERSONAL.test(text)) return MODERATE;
  const shouts = text.length > 10 && text === text.toUpperCase() && text !== text.toLowerCase();
  if (words.length < MIN_WORDS || LINK.test(text) || shouts) return STRICT;
  return NEVER_LEFT_OUT;
}

const isAbuse = (text: string) => ABUSE.some((words) => words.test(text) || words.test(plain(text)));

const plain = (word: string) =>
  word.normalize('NFKD').replace(MARKS, '').toLowerCase().replaceAll(/['’]/g, '');

const shortened = (word: string) =>
  word.length > WORD_LENGTH ? word.slice(0, WORD_LENGTH).toWellFormed() : word;

const isLatin = (word: string) => /^\p{Script=Latin}{3,}$/u.test(word);
const ENGLISH = {
  functionWords: FUNCTION_WORDS,
  stem: (word: string) => (isLatin(word) ? stemmer(word) : word),
};
/** Strips number and gender, so that `precio` and `precios` share a stem. */
const SPANISH = {
  functionWords: SPANISH_FUNCTION_WORDS,
  stem: (word: string) => (isLatin(word) ? word.replace(/(?:[aeo]s?|s)$/, '') : word),
};

/** Returns Spanish if the text has Spanish characters or more Spanish than English function words; otherwise English. */
function languageOf(text: string, words: readonly string[]) {
  if (/[¿¡ñ]/i.test(text)) return SPANISH;
  const count = (of: ReadonlySet<string>) => words.filter((word) => of.has(word)).length;
  return count(SPANISH_FUNCTION_WORDS) > count(FUNCTION_WORDS) ? SPANISH : ENGLISH;
}
