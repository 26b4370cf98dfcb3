import { nearestHeading } from '../passages.ts';
import { hasWord, shareIn } from './agreement.ts';
import { type ExpectedAnswer, isStep, isYesNo } from './expected-answer.ts';
import { isRow, type Part } from './passage-parts.ts';
import { isPromptInjection } from './prompt-injection.ts';
import { shortenSentence } from './shorten-sentence.ts';
import { contentStemsOf, specificity, stemsOf } from './words.ts';

/** Sentence or list item that a quote is built around. */
interface ChosenSentence {
  readonly source: { readonly heading: string };
  /** All parts of the passage. */
  readonly parts: readonly Part[];
  readonly part: Part;
  /** Index in `part.units`. */
  readonly at: number;
}

/** Visitor's question that the quote answers. */
interface Question {
  readonly question: string;
  /** Stems searched for, which may be other words than those of the question. */
  readonly stems: readonly string[];
  readonly weightOf: (stem: string) => number;
  readonly expected: ExpectedAnswer | undefined;
  readonly isYesNo: boolean;
  /** Also true for text without a question word, such as "permit required for a boat". */
  readonly mayBeYesNo: boolean;
}

/** Maximum lengths of a sentence, a quoted paragraph and a quoted list. All lengths here are in characters. */
const MAX_SENTENCE = 420;
const MAX_PROSE = 420;
const MAX_LIST = 900;
/** Maximum length of a quote together with a neighboring sentence that does not complete it. */
const MAX_EXTENDED = 400;
/** Maximum length of a sentence together with the one that it qualifies. */
const MAX_QUALIFIED = 900;
/** Maximum length of a sentence together with the one that its first word refers to. */
const MAX_ANTECEDENT = 300;
/** Minimum length of a verdict that says what it affirms. */
const BARE_VERDICT = 20;
/** Maximum length of a verdict that is quoted before a later sentence. */
const MAX_OPENING = 300;
/** A quote shorter than this also gets the preceding sentence. */
const BRIEF = 120;
/** Minimum share of the question's words, by weight, in a row that is quoted without its table. */
const MIN_ROW_SHARE = 0.5;
/** Maximum number of rows that are quoted without their table. */
const MAX_ROWS = 6;
/** Minimum share of the words of a page's question, by weight, in a visitor's question that counts as the same, and vice versa. */
const MIN_SAME_QUESTION_SHARE = 0.9;
/** Minimum length of a list item that answers a question by itself. */
const MIN_ITEM_ALONE = 50;
/** A sentence that qualifies the one before it; each misleads without the other. */
const QUALIFIES =
  /^(?:however|but|otherwise|instead|therefore|thus|in (?:this|that|these|such) (?:cases?|instances?|situations?)|if (?:so|not))\b/i;
/** A sentence that adds a statement, which stands without the ones before it. */
const ADDS = /^(?:in addition|additionally|also|furthermore|moreover)\b/i;
/** A sentence that illustrates the one before it and misleads without it. */
const ILLUSTRATES = /^for (?:example|instance)\b/i;
/** A sentence whose first word refers to the sentence before it. */
export const REFERS_BACK =
  /^(?:it|its|they|their|them|these|those|this|that|such|he|his|she|her|both|each|(?:after|before|until) (?:that|then))\b/i;
/** A sentence that limits or completes the one before it: a condition, an exception, a price, a negation. */
const COMPLETES =
  /^(?:however|but|unless|except|otherwise|only|if|this|these|they|it|after|beyond|additional|each|in addition|please note|note)\b|\b(?:unless|except|however|must not|may not|cannot|can't|not|only if|charged?|fee|fees)\b|[$€£]\s?\d/i;
/** A sentence about the items of the list before it. */
const REFERS_TO_LIST = /\b(?:these|those|the above) \p{Ll}+/u;
/** A sentence about a person who is named above it. */
const REFERS_TO_PERSON = /\b(?:he|she)\b/i;
const QUESTION_WORD = /\b(?:who|whom|whose|what|where|when|why|which|how)(?:['’]?s)?\b/i;
/**
 * A sentence that starts with the answer to a yes-or-no question or makes no sense without its question, such as "Usually within a
 * day"; unlike "No refunds are given".
 */
export const VERDICT = new RegExp(
  [
    String.raw`^(?:yes|not necessarily|it depends|no (?:you|we|it|they|there))\b`,
    String.raw`^only (?:if|when|on|in|at|by|with|for|after|before|during)\b`,
    String.raw`^(?:usually|generally)\b(?!,? (?:we|you|it|they|there|the|our|your|this|these|an?)\b)`,
    '^(?:no|maybe|possibly|sometimes|sure|absolutely)(?=[,.!;:–—]| [–—-]|$)',
  ].join('|'),
  'i',
);
/** Minimum number of words in a heading that is quoted to introduce the list below it. */
const EXPLAINING_WORDS = 5;

/** Returns whether a question asks for a yes or no, or has no question word. */
export const mayBeYesNo = (question: string): boolean => isYesNo(question) || !QUESTION_WORD.test(question);

/** Returns the quote for a chosen sentence, with the sentences that complete it, or for a chosen list item, with its list. */
export function composeQuote(chosen: ChosenSentence, question: Question): string {
  const { parts, part, at } = chosen;
  if (part.isList) return listQuote(chosen, question);
  const sentence = part.units[at] ?? '';
  if (sentence.length > MAX_SENTENCE)
    return shortenSentence(sentence, MAX_SENTENCE, question.stems, question.weightOf);
  const [from, to] = windowAround(part, at, question.expected);
  const quoted = part.units.slice(from, to).filter((unit) => !isPromptInjection(unit));
  const above = from > 0 && question.mayBeYesNo ? verdictOf(part, from) : lineAbove(chosen, from, question);
  const text = `${above}${quoted.join(' ')}`;
  const next = parts[parts.indexOf(part) + 1];
  const before = parts[parts.indexOf(part) - 1];
  if (from === 0 && before?.isList && REFERS_TO_LIST.test(quoted[0] ?? '')) {
    const room = MAX_LIST - text.length;
    return `${before.lead === '' ? '' : `${before.lead}\n`}${itemsOf(before, room)}\n\n${text}`;
  }
  if (!next || to < part.units.length) return text;
  if (next.isList && next.lead !== '') {
    const lead = text.endsWith(next.lead) ? '' : ` ${next.lead}`;
    return `${text}${lead}\n${itemsOf(next, MAX_LIST)}`;
  }
  const introduced = next.units.filter((unit) => !isPromptInjection(unit)).join(' ');
  const isIntroduced = !next.isList && text.endsWith(':') && introduced.length <= MAX_SENTENCE;
  return isIntroduced ? `${text}\n${introduced}` : text;
}

/**
 * Returns the question above a paragraph with the verdict that the paragraph opens with, for a quote that starts at the sentence
 * `from`; an empty string if there is no verdict or no room.
 */
function verdictOf({ pageQuestion, isFirst, units }: Part, from: number): string {
  const [first = ''] = units;
  if (pageQuestion === '' || !isFirst || !VERDICT.test(first) || ADDS.test(units[from] ?? '')) return '';
  // A bare "Yes." is followed by what it affirms.
  const to = Math.min(first.length < BARE_VERDICT ? 2 : 1, from);
  const opening = units.slice(0, to).join(' ');
  if (opening.length > MAX_OPENING || isPromptInjection(opening)) return '';
  return `${pageQuestion}\n${opening}${from > to ? ' …' : ''} `;
}

/** Returns the question or heading above a paragraph if its first sentence makes no sense without it, else an empty string. */
function lineAbove({ source, part, at }: ChosenSentence, from: number, question: Question): string {
  const { pageQuestion, isFirst, units } = part;
  if (!isFirst || from > 0) return '';
  if (pageQuestion !== '' && VERDICT.test(units[0] ?? '')) {
    return isSameQuestion(pageQuestion, question) ? '' : `${pageQuestion}\n`;
  }
  const heading = headingAbove(source);
  return at === 0 && heading !== '' && REFERS_TO_PERSON.test(units[0] ?? '') ? `${heading}\n` : '';
}

/** Returns the nearest heading above a passage; empty if there is none or it instructs an assistant. */
function headingAbove(source: ChosenSentence['source']): string {
  const heading = nearestHeading(source.heading);
  return isPromptInjection(heading) ? '' : heading;
}

/** Returns true if a visitor asked the same as a question on the page. */
function isSameQuestion(pageQuestion: string, { question, stems, mayBeYesNo, weightOf }: Question): boolean {
  if (isYesNo(pageQuestion) && !mayBeYesNo) return false;
  const onPage = contentStemsOf(pageQuestion);
  const asked = contentStemsOf(question);
  const specific = [...asked].filter((stem) => specificity(stem) === 1);
  const isSame = (share: number) => share >= MIN_SAME_QUESTION_SHARE;
  return (
    isSame(shareIn(onPage, asked.union(new Set(stems)), weightOf)) &&
    (specific.length === 0 || isSame(shareIn(specific, onPage, weightOf)))
  );
}

/**
 * Returns the range of sentences to quote, from `from` up to but not including `to`: the chosen one with its verdict, conditions
 * and details.
 */
function windowAround(
  { units, pageQuestion, isFirst }: Part,
  at: number,
  expected: ExpectedAnswer | undefined,
): readonly [from: number, to: number] {
  const lengthOf = (from: number, to: number) => units.slice(from, to).join(' ').length;
  const isQuotable = (sentence = '') => !isPromptInjection(sentence) && !sentence.endsWith('?');
  const opensWithVerdict = at > 0 && isFirst && VERDICT.test(units[0] ?? '');
  const isAnswer = isFirst && (opensWithVerdict || pageQuestion !== '') && lengthOf(0, at + 1) <= MAX_PROSE;
  const from = isAnswer ? 0 : at;
  let to = at + 1;
  while (to < units.length && isQuotable(units[to])) {
    if (lengthOf(from, to + 1) > roomWithNext(units[to])) break;
    to++;
  }
  if (from === 0) return [from, to];
  const isIncomplete = lengthOf(at - 1, at + 1) <= roomWithPrevious(units[at]);
  if (isIncomplete) return [at - 1, to];
  const contains = (sentences: readonly string[]) =>
    expected?.matchScore(sentences.join(' '), new Set()) === 1;
  // A short quote may be unclear without the preceding sentence, which may also have the number or the name asked for.
  const isUnclear =
    lengthOf(at, to) < BRIEF || (contains(units.slice(at - 1, at)) && !contains(units.slice(at, to)));
  const isPreceded = isUnclear && isQuotable(units[at - 1]) && lengthOf(at - 1, to) <= MAX_EXTENDED;
  return [isPreceded ? at - 1 : at, to];
}

/** Returns the maximum length of a chosen sentence together with the one before it; 0 if it makes sense alone. */
function roomWithPrevious(sentence = ''): number {
  if (QUALIFIES.test(sentence) || ILLUSTRATES.test(sentence)) return MAX_QUALIFIED;
  return REFERS_BACK.test(sentence) ? MAX_ANTECEDENT : 0;
}

/** Returns the maximum length of a quote that ends with a sentence that follows the chosen one. */
function roomWithNext(sentence = ''): number {
  if (QUALIFIES.test(sentence)) return MAX_QUALIFIED;
  return COMPLETES.test(sentence) ? MAX_PROSE : MAX_EXTENDED;
}

/** Returns the quote for a list item: matching table rows, its list with the line above, or the item if none introduces it. */
function listQuote({ source, part, at }: ChosenSentence, question: Question): string {
  const { expected, isYesNo } = question;
  const item = part.units[at] ?? '';
  const rows = bestRows(part.units, question);
  if (rows.includes(item)) {
    const above = part.lead === '' ? '' : `${part.lead}\n`;
    return `${above}${itemsOf({ ...part, units: rows }, MAX_LIST - above.length)}`;
  }
  const isStatement = item.length >= MIN_ITEM_ALONE && /[.!]["”’)]*$/.test(item) && !isStep(item);
  const isAsked = expected !== undefined ? expected.matchScore(item, new Set()) === 1 : isYesNo;
  if (part.lead === '' && isStatement && isAsked) return item;
  const heading = headingAbove(source);
  const explains = heading.split(' ').length >= EXPLAINING_WORDS && !heading.endsWith('?');
  const lead = part.lead || (explains ? heading : '');
  return `${lead === '' ? '' : `${lead}\n`}${itemsOf(part, MAX_LIST - lead.length, at)}`;
}

/** Returns the table rows that match the question best; none if they match too little or are too many. */
function bestRows(units: readonly string[], { stems, weightOf }: Question): readonly string[] {
  const rows = units.filter(isRow).map((text) => ({ text, own: stemsOf(text) }));
  const distinguishing = stems.filter((stem) => !rows.every(({ own }) => hasWord(own, stem)));
  const shares = rows.map(({ own }) => shareIn(distinguishing, own, weightOf));
  const most = Math.max(0, ...shares);
  const matching = rows.filter((_, i) => shares[i] === most);
  return most < MIN_ROW_SHARE || matching.length > MAX_ROWS ? [] : matching.map(({ text }) => text);
}

/**
 * Returns as many of a list's items as fit in `room` characters, as lines: from the first one if the chosen one still fits,
 * otherwise from the chosen one.
 */
function itemsOf({ units }: Part, room: number, at = 0): string {
  const last = units.findLastIndex((unit) => !unit.endsWith(':'));
  const linesOf = (from: number, to: number) =>
    units
      .slice(from, to)
      .filter((unit) => !isPromptInjection(unit))
      .map((unit) => `- ${unit}`);
  const lines = linesOf(0, Math.max(last, at) + 1);
  const chosen = linesOf(0, at).length;
  const lengthOf = (from: number, to: number) => lines.slice(from, to).join('\n').length;
  const from = lengthOf(0, chosen + 1) <= room ? 0 : chosen;
  let to = chosen + 1;
  while (to < lines.length && lengthOf(from, to + 1) <= room) to++;
  return `${from > 0 ? '…\n' : ''}${lines.slice(from, to).join('\n')}${to < lines.length ? '\n…' : ''}`;
}
