import { type AnyNode, type Element, isTag } from 'domhandler';
import { BLOCK_ELEMENTS, classOf, filledChildren, nameOf, shortTextOf } from './dom.ts';

export const MAX_QUESTION_LENGTH = 220;
/** Mark before a question, such as "Q:" or "Question 2." */
const MARK = /^(?:q|question)\s*\d{0,3}\s*[:.)]\s*(?=\S)/i;
const COLON_MARK = /^(?:q|question)\s*\d{0,3}\s*:/i;
const ANSWER_MARK = /^(?:a|answer)\s*\d{0,3}\s*[:.)]\s+/i;
const MARKED_ANSWER = /(?<=[?.!]\s+)a(?:nswer)?\s*\d{0,3}\s*:\s/i;
const NUMBER = /^\d{1,3}[.)]\s+/;
const QUESTION_END = /\?["”’')\]]*$/;
const QUESTION_WORD =
  /^(?:how|what|when|where|which|who|whom|whose|why|is|are|am|was|were|do|does|did|can|could|will|would|should|must|may|has|have|had)\b/i;
const SENTENCE_END = /[.!?]["”’')\]]*\s+(?=\p{Lu})/gu;
/** Maximum number of sentences of a question with its reason, such as "My order is late. What can I do?". */
const MAX_SENTENCES = 2;
/** Class names of questions and of the labels of accordions. */
const QUESTION_CLASS = /question|faq|accordion-?(?:title|head|button|label)/i;
const BOLD_STYLE = /font-weight\s*:\s*(?:bold|[6-9]00)/i;

/** Returns whether a line starts with a mark of a question or an answer, such as "Q:" or "A:". */
export const isMarked = (line: string): boolean =>
  COLON_MARK.test(line) || /^(?:a|answer)\s*\d{0,3}\s*:/i.test(line);

/** Returns whether a text is a question on its own. */
export function isQuestion(text: string): boolean {
  if (text.length > MAX_QUESTION_LENGTH || !QUESTION_END.test(text)) return false;
  return (text.replace(NUMBER, '').match(SENTENCE_END)?.length ?? 0) < MAX_SENTENCES;
}

/** Returns a question without its mark or number. */
export const plainQuestion = (text: string): string => text.replace(MARK, '').replace(NUMBER, '');

/** Returns an answer without the mark before it. */
export const plainAnswer = (text: string): string => text.replace(ANSWER_MARK, '').replace(/^[-–—:]\s+/, '');

/** Returns a text without case and punctuation, to compare questions. */
export const comparableText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns whether a line is a question with a mark such as "Q:". */
export const isMarkedQuestion = (line: string): boolean =>
  line.length <= MAX_QUESTION_LENGTH &&
  MARK.test(line) &&
  !MARKED_ANSWER.test(line) &&
  (QUESTION_END.test(line) || (COLON_MARK.test(line) && !line.includes('?')));

/** Splits a line such as "Q: How much is it? A: It is free."; returns undefined for other lines. */
export function markedPairIn(line: string): { question: string; answer: string } | undefined {
  const at = line.search(MARKED_ANSWER);
  const question = line.slice(0, at).trim();
  return at > 0 && isMarkedQuestion(question) ? { question, answer: line.slice(at).trim() } : undefined;
}

/** Returns the text of an element outside of headings if it is a question; otherwise undefined. */
export function questionOf(element: Element, knownQuestions: ReadonlySet<string>): string | undefined {
  const text = shortTextOf(element, MAX_QUESTION_LENGTH);
  if (text === undefined || text === '' || isLinkToOtherPage(element)) return undefined;
  if (knownQuestions.has(comparableText(text)) || isMarkedQuestion(text)) return text;
  if (!isQuestion(text)) return undefined;
  const isSetOff = isBold(element) || QUESTION_CLASS.test(classOf(element)) || isOneOfSeveral(element, text);
  return isSetOff ? text : undefined;
}

/** Returns the element whose content belongs to a question: the nearest one around it that contains more. */
export function scopeOf(element: Element, text: string): AnyNode | null {
  let outermost: AnyNode = element;
  while (outermost.parent && shortTextOf(outermost.parent, MAX_QUESTION_LENGTH) === text)
    outermost = outermost.parent;
  let scope: AnyNode | null = outermost.parent;
  while (scope?.parent && (!BLOCK_ELEMENTS.has(nameOf(scope)) || nameOf(scope) === 'p')) scope = scope.parent;
  return scope;
}

/** Returns whether the text of an element is a link to another page. */
function isLinkToOtherPage(element: Element): boolean {
  const isLink = ({ attribs: { href = '#' } }: Element) =>
    !href.startsWith('#') && !/^javascript:/i.test(href);
  for (let ancestor: AnyNode | null = element; ancestor && isTag(ancestor); ancestor = ancestor.parent)
    if (nameOf(ancestor) === 'a') return isLink(ancestor);
  let descendant: Element | undefined = element;
  while (descendant && nameOf(descendant) !== 'a') descendant = onlyChild(descendant);
  return descendant !== undefined && isLink(descendant);
}

function onlyChild(element: Element): Element | undefined {
  const [only, ...others] = filledChildren(element);
  return only && others.length === 0 && isTag(only) ? only : undefined;
}

function isBold(element: Element): boolean {
  if (/^(?:b|strong)$/.test(nameOf(element)) || BOLD_STYLE.test(element.attribs.style ?? '')) return true;
  const children = filledChildren(element);
  return children.length > 0 && children.every((child) => isTag(child) && isBold(child));
}

/** Returns whether an element is one of at least two questions among its siblings, each followed by a text. */
function isOneOfSeveral(element: Element, text: string): boolean {
  if (nameOf(element) !== 'p' || !QUESTION_WORD.test(text) || !isFollowed(element)) return false;
  return nearbyQuestions(element, 'prev') + nearbyQuestions(element, 'next') > 0;
}

/** Number of siblings searched for another question in each direction. */
const NEARBY = 12;

function nearbyQuestions(element: Element, direction: 'prev' | 'next'): number {
  let count = 0;
  let sibling: AnyNode | null = element[direction];
  for (let i = 0; sibling && i < NEARBY; sibling = sibling[direction]) {
    if (!isTag(sibling)) continue;
    if (/^h[1-6]$/.test(nameOf(sibling))) break;
    i++;
    const text = nameOf(sibling) === 'p' ? (shortTextOf(sibling, MAX_QUESTION_LENGTH) ?? '') : '';
    if (isQuestion(text) && QUESTION_WORD.test(text) && isFollowed(sibling)) count++;
  }
  return count;
}

/** Returns whether an element is followed by text that is neither a heading nor another question. */
function isFollowed(element: Element): boolean {
  let next: AnyNode | null = element.next;
  while (next && !isTag(next)) next = next.next;
  if (!next || /^h[1-6]$/.test(nameOf(next))) return false;
  const text = shortTextOf(next, MAX_QUESTION_LENGTH);
  return text === undefined || (text !== '' && !isQuestion(text));
}
