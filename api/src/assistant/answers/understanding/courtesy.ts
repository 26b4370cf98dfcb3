import { sentencesOf } from '../retrieval/sentences.ts';
import { isStopWord, stemOf } from '../retrieval/words.ts';
import { correctChatSpelling } from './chat-spelling.ts';

/** A visitor's message without greetings, thanks and courtesy. */
export interface Request {
  /** The question itself. */
  readonly question: string;
  /** Statements around the question. */
  readonly background: string;
}

const stemSet = (words: string) => new Set(words.split(/\s+/).map(stemOf));

/** Words that introduce or close a question politely. */
const POLITE = stemSet(
  `hi hello hey hiya howdy dear greetings morning afternoon evening thanks thank thankyou please kindly sorry apologies
  apologize excuse pardon forgive bother bothering disturb disturbing interrupt trouble troubling wondering wonder curious
  hope hoping tell telling explain explaining advise clarify know appreciate appreciated grateful gratefully cheers regards
  sincerely question questions quick quickly help helping assist assistance possibly maybe perhaps mind happen able kind
  ask asking like love understand folks guys everyone team sir madam`,
);
/** Words of sentences that are courtesy as a whole. */
const COURTEOUS = new Set([
  ...POLITE,
  ...stemSet(
    `advance much very lot really so far more another well all any anyone someone somebody anything something everything day week weekend
    nice great good wonderful lovely awesome amazing best time busy look looking forward hear hearing reply response answer
    answers info information support new here first silly stupid dumb simple basic small little one couple few find finding
    figure out let get need want would could just also again though bit right place website site chat bot assistant
    work working job doing wish take patience advice issue reach reaching contacting writing gonna hi ya mean meant today
    attention consideration sure many welcome inform greatly truly deeply always soon back person real happy glad pleasure fine ok okay`,
  ),
]);
/** Words that end a question politely. */
const CLOSING = stemSet('please thanks thank thankyou kindly cheers regards sincerely sorry');
const INTERROGATIVE = new Set(['what', 'how', 'when', 'where', 'why', 'who', 'whom', 'whose', 'which']);
/** Words left over between a polite phrase and the question. */
const CONNECTIVE =
  /^(?:(?:me|us|you|if|whether|but|and|so|that|about|to|with|on|for|i|we|out|a|an|in|(?:it|this|there) is|is)\b(?! (?:there|this|it|the|your|my)\b)|[\s,;:.!–—-])+/i;
/** Connectives that start a question rather than link to it. */
const OPENING = /^(?:is|do|does|can|to|on|in|for|with|about|i|we|it|a|an|this|there)\b/i;
/** The beginning of a question whose polite words belong to what it asks: "Do you have evening appointments?". */
const ASKS_AT_ONCE = /^(?:is|are|am|was|were|do|does|did|has|have|had|should|may|must)\b/i;
/** A question whose beginning only leads to another one: "Do you know when you open?". */
const LEADS_IN =
  /^(?:(?:do|does) (?:you|u|anyone|anybody|someone|y'all)(?: guys| folks)? (?:\w+ ){0,2}(?:know|mind|understand)|(?:are|is) (?:you|u|anyone|someone|it possible)(?: \w+)? (?:to )(?:tell|help|explain|advise|clarify)|(?:have|has) (?:you|anyone) (?:any|an) (?:idea|clue))\b/i;
const QUESTION =
  /\?\W*$|^(?:what|how|when|where|why|who|whom|whose|which|is|are|am|do|does|did|can|could|will|would|should|may|must|has|have)\b/i;
/** Courtesy in the form of a question: "How are you today?". */
const WELLBEING = /^how (?:are|is it|r) /i;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;

/** Separates the question from courtesy and background. A message of courtesy alone is returned unchanged. */
export function requestOf(message: string): Request {
  const plain = correctChatSpelling(message.trim());
  const all = sentencesOf(plain).map(({ start, end }) => plain.slice(start, end));
  const hasQuestion = all.some((sentence) => isPartOfRequest(sentence) && QUESTION.test(sentence));
  const sentences = all
    .filter((sentence) => isPartOfRequest(sentence) || (!hasQuestion && asksForTime(sentence)))
    .map((sentence) => withoutPoliteEnds(withoutCourteousClauses(sentence)));
  const questions = sentences.filter((sentence) => QUESTION.test(sentence));
  const statements = sentences.filter((sentence) => !questions.includes(sentence));
  if (questions.length > 0) return { question: questions.join(' '), background: statements.join(' ') };
  return { question: statements.join(' ') || plain, background: '' };
}

const isPartOfRequest = (sentence: string): boolean =>
  hasContent(sentence, COURTEOUS) || isBareQuestion(sentence);

/** Returns whether a sentence of general words asks for a time, as "Can I get one today?" does and "Is that right?" does not. */
const asksForTime = (sentence: string): boolean =>
  QUESTION.test(sentence) &&
  /\b(?:today|tonight|tomorrow|now|(?:week|day)s?|weekends?)\b/i.test(sentence) &&
  !WELLBEING.test(sentence);

/** Returns whether a sentence has words other than stop words and those of `polite`. */
function hasContent(sentence: string, polite: ReadonlySet<string>): boolean {
  return [...sentence.matchAll(WORD)].some(([word]) => isContent(word, polite));
}

function isContent(word: string, polite: ReadonlySet<string>): boolean {
  const stem = stemOf(word);
  return !isStopWord(stem) && !polite.has(stem);
}

/** Returns whether a sentence asks with courteous words only, like "How can I reach support?". */
function isBareQuestion(sentence: string): boolean {
  const [first = ''] = sentence.match(WORD) ?? [];
  return INTERROGATIVE.has(first.toLowerCase()) && !WELLBEING.test(sentence);
}

/** Removes clauses of courtesy before the question: "Quick one - how tall may it be?". */
function withoutCourteousClauses(sentence: string): string {
  let remaining = sentence;
  for (;;) {
    const [clause] = /^[^,;:–—]*?(?:[,;:–—]|\s-)\s*(?:but\s+|so\s+)?/i.exec(remaining) ?? [];
    if (!clause || isPartOfRequest(clause) || !hasContent(remaining.slice(clause.length), COURTEOUS))
      return remaining;
    remaining = remaining.slice(clause.length);
  }
}

/** Removes polite phrases before and after the content of a sentence. */
function withoutPoliteEnds(sentence: string): string {
  const words = [...sentence.matchAll(WORD)].map(({ 0: text, index }) => ({ text, index }));
  const first = words.findIndex(({ text }) => isContent(text, POLITE));
  const last = words.findLastIndex(({ text }) => isContent(text, POLITE));
  if (first < 0) return sentence;
  const interrogative = words.findIndex(({ text }) => INTERROGATIVE.has(text.toLowerCase()));
  const opening = words.slice(0, interrogative >= 0 && interrogative < first ? interrogative : first);
  const polite = opening.findLast(({ text }) => POLITE.has(stemOf(text)));
  const isAsked = ASKS_AT_ONCE.test(sentence) && !LEADS_IN.test(sentence);
  const start = polite === undefined || isAsked ? 0 : polite.index + polite.text.length;
  const closing = words.slice(last + 1).find(({ text }) => CLOSING.has(stemOf(text)));
  const end = closing?.index ?? sentence.length;
  const mark = /\?\W*$/.test(sentence) ? '?' : '';
  const cut = sentence.slice(start, end);
  const core = start === 0 ? cut : afterConnectives(cut);
  return end < sentence.length ? core.replace(/[\s,;:.!–—-]+$/, '') + mark : core.trim();
}

function afterConnectives(text: string): string {
  const [skipped = ''] = CONNECTIVE.exec(text) ?? [];
  const rest = text.slice(skipped.length);
  // Keep "is it allowed" of "please tell me: is it allowed".
  const linked = /[,;:.!–—-]\s*([^,;:.!–—-]*)$/.exec(skipped)?.[1] ?? '';
  return `${OPENING.test(linked) ? linked : ''}${rest}`.trim();
}
