import { isPromptInjection } from './prompt-injection.ts';
import { sentencesOf } from './sentences.ts';

/** Part of a passage that is quoted together: a paragraph, or a list with the line that introduces it. */
export interface Part {
  /** Question on the page that the part answers, from a separate line or heading above it; empty if there is none. */
  readonly pageQuestion: string;
  /** True if the part is the first one of the passage, or the first one below `pageQuestion`. */
  readonly isFirst: boolean;
  /** Line that introduces the list; empty for a paragraph, for a list without one, and if it instructs an assistant. */
  readonly lead: string;
  readonly isList: boolean;
  /** Sentences of a paragraph, or items of a list. */
  readonly units: readonly string[];
}

/** Maximum length, in characters, of a line that counts as a question above what follows. */
const MAX_QUESTION = 220;
/** A sentence that introduces the list below it. */
const INTRODUCES = /:$|\b(?:steps?|following|below|as follows|these)\b(?:[^.]|\.(?=\S)){0,80}[.:]$/i;
const BULLET = /^(?:(?:[-*•–▪]|\d{1,2}[.)]|step \d{1,2} ?[.:)–—-])\s+)+/i;
/** A statement, which says something without the list below it. */
const STATEMENT = /[.!]["”’)]*$/;

/** Row of a table, each cell with its header; cells may hold sentences: "Plan: Basic; Price: $10. Billed yearly." */
const ROW = /^[^:;]{1,120}: [^;]*; \S/;
/** Returns true for a row of a table. */
export const isRow = (line: string): boolean => ROW.test(line);

/**
 * Splits a passage into its paragraphs and lists, in order. `question` is the one that the passage answers, or empty; a line
 * that is a question becomes the `pageQuestion` of what follows.
 */
export function partsOf(text: string, question = ''): Part[] {
  const parts: Part[] = [];
  let pageQuestion = isPromptInjection(question) ? '' : question;
  let isFirst = true;
  let lead = '';
  const add = (units: string[], isList: boolean) => {
    if (units.length === 0) return;
    const last = parts.at(-1);
    // The list continues after a blank line.
    if (isList && lead === '' && last?.isList && !isFirst) {
      parts[parts.length - 1] = { ...last, units: [...last.units, ...units] };
      return;
    }
    parts.push({
      pageQuestion,
      isFirst,
      lead: isList && !isPromptInjection(lead) ? lead : '',
      isList,
      units,
    });
    isFirst = false;
    lead = '';
  };
  for (const paragraph of text.split(/\n\s*\n/)) {
    const lines = unwrapped(paragraph);
    const [first = '', ...rest] = lines;
    if (
      rest.length === 0 &&
      first.endsWith('?') &&
      first.length <= MAX_QUESTION &&
      sentencesIn(first).length === 1
    ) {
      pageQuestion = isPromptInjection(first) ? '' : first;
      isFirst = true;
      lead = '';
      continue;
    }
    if (rest.length === 0 && !BULLET.test(first)) {
      const sentences = sentencesIn(first);
      add(sentences, false);
      // An introduction stays a sentence of its paragraph and leads the list as well.
      lead = INTRODUCES.test(sentences.at(-1) ?? '') ? (sentences.at(-1) ?? '') : '';
      continue;
    }
    const opening = sentencesIn(first);
    const isAboveItems = !BULLET.test(first) && rest.length > 0 && rest.every((line) => BULLET.test(line));
    const introduces = !BULLET.test(first) && INTRODUCES.test(first);
    const isAboveTable = rest.length > 0 && !isRow(first) && rest.every(isRow);
    const isProse = opening.length > 1 && (rest.length === 1 || isAboveTable) && !isRow(first);
    if (introduces || isAboveItems || isProse) {
      const isLead = introduces || (isAboveItems && !STATEMENT.test(first));
      // A line that introduces the list by its place alone may also answer by itself.
      add(introduces ? opening.slice(0, -1) : opening, false);
      lead = (isLead && opening.at(-1)) || '';
      add(rest.map(withoutBullet), true);
    } else add(lines.map(withoutBullet), true);
  }
  return parts;
}

/** Returns the lines of a paragraph. A line that starts in lower case continues the one before it. */
function unwrapped(paragraph: string): string[] {
  const lines: string[] = [];
  for (const line of paragraph.split('\n').map((each) => each.replaceAll(/\s+/g, ' ').trim())) {
    if (line === '') continue;
    const last = lines.at(-1);
    if (last !== undefined && /^\p{Ll}/u.test(line) && !/[.:;?!]$/.test(last) && !isRow(line))
      lines[lines.length - 1] = `${last} ${line}`;
    else lines.push(line);
  }
  return lines;
}

const sentencesIn = (line: string) => sentencesOf(line).map(({ start, end }) => line.slice(start, end));
const withoutBullet = (line: string) => line.replace(BULLET, '');
