import { type AnyNode, type Element, isTag } from 'domhandler';
import type { Block } from '../answers/passages.ts';
import { definitionOf, definitionsOf } from './definitions.ts';
import { BLOCK_ELEMENTS, clean, levelOf, nameOf, shortTextOf, textOf } from './dom.ts';
import {
  comparableText,
  isMarked,
  isMarkedQuestion,
  isQuestion,
  markedPairIn,
  plainAnswer,
  plainQuestion,
  questionOf,
  scopeOf,
} from './questions.ts';
import { captionOf, rowsOf } from './tables.ts';

/** A question, with the element at whose end its answer ends. */
interface OpenQuestion {
  readonly level: number;
  readonly scope: AnyNode | null;
  /** True if the question is a heading of the page; its answer may continue outside of the element. */
  readonly isHeading: boolean;
}

const NAVIGATION_HEADING = /\b(?:related|see also|more|next|on this page|contents|links|resources)\b/i;
/** Length of a list in characters from which its next item starts a new block. */
const LIST_LENGTH = 1_500;
/** Maximum length of definitions that follow their term on one line, in characters. */
const DEFINITION_LENGTH = 400;
/** Maximum length of such a line that is kept together with its neighbors as a list, in characters. */
const LINE_LENGTH = 120;

/** Mark of a heading's anchor, or its attributes in Markdown that was not rendered: `## {#terms}`. */
const ANCHOR = /\s*(?:#*\s*\{[#.:][^{}]*\}|[#¶])$/;

/** Returns the content of an element as blocks below their headings; a question is the heading of its answer. */
export function blocksIn(root: AnyNode, knownQuestions: ReadonlySet<string> = new Set()): Block[] {
  return new BlockReader(knownQuestions).read(root);
}

interface ReadBlock {
  readonly heading: string;
  text: string;
  readonly startsWithItem: boolean;
}

/** Adds an item to a list. A mark tells the items from a paragraph above them. */
function appendItem(list: ReadBlock, item: string): void {
  list.text += list.startsWithItem ? `\n${item}` : `\n- ${item}`;
}

class BlockReader {
  readonly #knownQuestions: ReadonlySet<string>;
  readonly #blocks: ReadBlock[] = [];
  /** Headings of the current text by level. */
  #headings: string[] = [];
  /** Lowest level of a heading in the current section. */
  #floor = 1;
  #questions: OpenQuestion[] = [];
  /** Number of questions in an element and its children. */
  readonly #counts = new Map<AnyNode, number>();
  /** Headings and linked questions, used as the text of a page that has no other text. */
  readonly #outline: string[] = [];
  #line = '';
  #startsAnswer = false;
  /** Length of the line's text in links, and of its text in links within the page. */
  #linked = 0;
  #linkedInPage = 0;
  #link: Element | undefined;
  /** Block element that contains the line. */
  #block: Element | undefined;
  #inList = false;

  constructor(knownQuestions: ReadonlySet<string>) {
    this.#knownQuestions = knownQuestions;
  }

  read(root: AnyNode): Block[] {
    this.#walk(root);
    this.#flush();
    if (this.#blocks.length > 0 || this.#outline.length === 0)
      return this.#blocks.map(({ heading, text }) => ({ heading, text }));
    return [{ heading: '', text: this.#outline.join('\n') }];
  }

  #walk(node: AnyNode): void {
    if (node.type === 'text') {
      this.#line += node.data;
      const { length } = clean(node.data);
      if (this.#link) this.#linked += length;
      if (this.#link?.attribs.href?.startsWith('#')) this.#linkedInPage += length;
    } else if (isTag(node)) this.#enter(node);
    else if ('children' in node) this.#walkEach(node.children);
  }

  #walkEach(nodes: readonly AnyNode[]): void {
    for (const each of nodes) this.#walk(each);
  }

  #enter(element: Element): void {
    const level = levelOf(element);
    const name = nameOf(element);
    const rows = name === 'table' ? rowsOf(element) : undefined;
    if (level !== undefined) this.#startHeading(element, level);
    else if (name === 'br') this.#breakLine(element);
    else if (name === 'details') this.#readDetails(element);
    else if (name === 'dl') this.#readDefinitions(element);
    else if (rows) this.#readRows(rows, captionOf(element));
    else this.#readElement(element);
  }

  #readElement(element: Element): void {
    if (BLOCK_ELEMENTS.has(nameOf(element))) this.#flush();
    const definition = nameOf(element) === 'p' ? definitionOf(element) : undefined;
    const question = clean(this.#line) === '' ? questionOf(element, this.#knownQuestions) : undefined;
    if (question !== undefined) this.#ask(element, question);
    else if (definition !== undefined) this.#addLine(definition, { inList: false });
    else {
      this.#readChildren(element);
      this.#leave(element);
    }
  }

  #readChildren(element: Element): void {
    const name = nameOf(element);
    const isBlock = BLOCK_ELEMENTS.has(name);
    if (name === 'ol' && Number(element.attribs.start) > 1) this.#continueList();
    if (name === 'li' || name === 'tr') this.#inList = true;
    const outer = { link: this.#link, block: this.#block };
    if (name === 'a') this.#link = element;
    if (isBlock) this.#block = element;
    this.#walkEach(element.children);
    if (isBlock) this.#flush();
    this.#link = outer.link;
    this.#block = outer.block;
    if (/^(?:ul|ol|table|p)$/.test(name)) this.#inList = false;
  }

  /** Ends the questions whose answers cannot continue after an element. */
  #leave(element: Element): void {
    const endedQuestion = this.#questions.find(({ scope, isHeading }) => {
      if (scope !== element) return false;
      const count = (node: AnyNode | null) => (node ? (this.#counts.get(node) ?? 0) : 0);
      return !isHeading || count(element) > 1 || count(element.parent) > 1;
    });
    if (endedQuestion) this.#closeAt(endedQuestion.level);
  }

  #closeAt(level: number): void {
    this.#headings.length = Math.min(this.#headings.length, level);
    this.#questions = this.#questions.filter((question) => question.level < level);
  }

  #startHeading(element: Element, level: number): void {
    this.#flush();
    const text = textOf(element).replace(ANCHOR, '');
    if (text === '') return;
    const sectionLevel = Math.max(level, this.#floor);
    this.#setHeading(sectionLevel, text);
    if (!NAVIGATION_HEADING.test(text)) this.#outline.push(text);
    if (level > 1 && isQuestion(text))
      this.#open(element, textOf(element), { level: sectionLevel, isHeading: true });
  }

  #ask(element: Element | undefined, text: string): void {
    const last = this.#questions.at(-1);
    const level = last && !last.isHeading ? last.level : Math.max(this.#headings.length, this.#floor);
    this.#setHeading(level, plainQuestion(text));
    this.#open(element, text, { level, isHeading: false });
    this.#startsAnswer = true;
  }

  #setHeading(level: number, text: string): void {
    this.#closeAt(level);
    while (this.#headings.length < level) this.#headings.push('');
    this.#headings[level] = text;
  }

  #open(element: Element | undefined, text: string, question: Omit<OpenQuestion, 'scope'>): void {
    const scope = element ? scopeOf(element, text) : null;
    this.#questions.push({ ...question, scope });
    for (const node of [scope, scope?.parent])
      if (node) this.#counts.set(node, (this.#counts.get(node) ?? 0) + 1);
  }

  /** Reads content below its own heading, then restores the previous headings. */
  #readSection(heading: string, read: () => void): void {
    this.#flush();
    const before = { headings: [...this.#headings], floor: this.#floor, questions: this.#questions };
    const level = Math.max(this.#headings.length, this.#floor);
    this.#questions = [];
    if (heading !== '') this.#setHeading(level, plainQuestion(heading));
    if (heading !== '') this.#floor = level + 1;
    this.#startsAnswer = isQuestion(heading);
    read();
    this.#flush();
    this.#headings = before.headings;
    this.#floor = before.floor;
    this.#questions = before.questions;
    this.#startsAnswer = false;
  }

  #readDetails(element: Element): void {
    const summary = element.children.find((child) => nameOf(child) === 'summary');
    this.#readSection(summary ? textOf(summary) : '', () => {
      this.#walkEach(element.children.filter((child) => child !== summary));
    });
  }

  #readDefinitions(list: Element): void {
    this.#flush();
    for (const { terms, definitions } of definitionsOf(list)) {
      const term = terms.map(textOf).filter(Boolean).join(' / ').replace(/\s*:$/, '');
      const texts = definitions.map((each) => shortTextOf(each, DEFINITION_LENGTH));
      const isShort =
        texts.every((text) => text !== undefined) && texts.join(' ').length <= DEFINITION_LENGTH;
      const isTermQuestion =
        isQuestion(term) || isMarkedQuestion(term) || this.#knownQuestions.has(comparableText(term));
      const line = `${term}: ${texts.join(', ')}`;
      if (term !== '' && isShort && !isTermQuestion)
        this.#addLine(line, { inList: line.length <= LINE_LENGTH });
      else this.#readSection(term, () => this.#walkEach(definitions));
    }
  }

  #readRows(rows: NonNullable<ReturnType<typeof rowsOf>>, caption: string): void {
    this.#readSection(caption, () => {
      for (const [group, groupRows] of Map.groupBy(rows, (row) => row.group))
        this.#readSection(group, () => {
          for (const { text } of groupRows) this.#addLine(text, { inList: true });
        });
    });
  }

  #addLine(text: string, { inList }: { inList: boolean }): void {
    this.#inList = inList;
    this.#line = text;
    this.#flush();
    this.#inList = false;
  }

  /** Ends the line if it or the text after the break is marked as a question or answer. */
  #breakLine(element: Element): void {
    const next = element.next?.type === 'text' ? clean(element.next.data) : '';
    if (isMarked(clean(this.#line)) || isMarked(next)) this.#flush();
    else this.#line += ' ';
  }

  #flush(): void {
    const text = clean(this.#line);
    const { length } = text;
    const isOnlyLinked = this.#linked >= length * 0.9 && !/[.!]$/.test(text);
    const isOnlyInPage = this.#linkedInPage >= length * 0.9;
    this.#line = '';
    this.#linked = 0;
    this.#linkedInPage = 0;
    if (text === '') return;
    const pair = markedPairIn(text);
    if (pair) {
      this.#ask(this.#block, pair.question);
      this.#addText(pair.answer);
    } else if (isMarkedQuestion(text)) this.#ask(this.#block, text);
    // Skip a table of contents, questions that other pages answer, and navigation.
    else if (!isOnlyLinked) this.#addText(text);
    else if (isQuestion(text) && !isOnlyInPage) this.#outline.push(text);
    else if (!isOnlyInPage && !this.#isNavigation()) this.#addText(text);
  }

  #isNavigation(): boolean {
    return this.#inList && NAVIGATION_HEADING.test(this.#headings.at(-1) ?? '');
  }

  #addText(line: string): void {
    const text = this.#startsAnswer ? plainAnswer(line) : line;
    this.#startsAnswer = false;
    const heading = this.#heading();
    const last = this.#blocks.at(-1);
    // Keep the lines of a list together.
    if (this.#inList && last?.heading === heading && last.text.length < LIST_LENGTH) appendItem(last, text);
    else this.#blocks.push({ heading, text, startsWithItem: this.#inList });
  }

  /** Adds a paragraph between two steps of a numbered list to the first of them, so that the steps stay together. */
  #continueList(): void {
    const [list, paragraph] = this.#blocks.slice(-2);
    const heading = this.#heading();
    if (list?.heading !== heading || paragraph?.heading !== heading) return;
    const isList = list.startsWithItem || list.text.includes('\n- ');
    if (!isList || paragraph.startsWithItem || paragraph.text.includes('\n')) return;
    appendItem(list, paragraph.text);
    this.#blocks.pop();
  }

  /** Returns the two nearest headings. If the text answers a question, the question takes the place of the first. */
  #heading(): string {
    const headings = this.#headings.filter(Boolean);
    const question = headings.findLast(isQuestion);
    const nearest = headings.slice(-2);
    if (question === undefined || nearest.includes(question)) return nearest.join(' › ');
    return [question, ...nearest.slice(1)].join(' › ');
  }
}
