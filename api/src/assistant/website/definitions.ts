import { type Element, isTag } from 'domhandler';
import { clean, filledChildren, nameOf, rawTextOf, shortTextOf } from './dom.ts';

/** Maximum length of a term in characters. */
const TERM_LENGTH = 80;

/**
 * Returns "Term: definition" for a paragraph that starts with a term in bold and continues with its definition on the next
 * line; undefined for other paragraphs.
 */
export function definitionOf(paragraph: Element): string | undefined {
  const [first, next, ...others] = filledChildren(paragraph);
  if (!first || !next || !/^(?:b|strong)$/.test(nameOf(first))) return undefined;
  const term = shortTextOf(first, TERM_LENGTH);
  if (!term || !/^[\p{Lu}\p{N}]/u.test(term) || /[.:!?,;]$/.test(term)) return undefined;
  const isNewLine = nameOf(next) === 'br' || (next.type === 'text' && /^\s*\n/.test(next.data));
  const definition = clean([next, ...others].map(rawTextOf).join(''));
  return isNewLine && /^\p{Lu}/u.test(definition) ? `${term}: ${definition}` : undefined;
}

/** Returns the terms of a definition list with their definitions. */
export function definitionsOf(list: Element): { terms: Element[]; definitions: Element[] }[] {
  const groups: { terms: Element[]; definitions: Element[] }[] = [];
  const items = list.children
    .filter(isTag)
    .flatMap((child) => (nameOf(child) === 'div' ? child.children.filter(isTag) : [child]));
  for (const item of items) {
    const last = groups.at(-1);
    if (nameOf(item) === 'dt') {
      if (last && last.definitions.length === 0) last.terms.push(item);
      else groups.push({ terms: [item], definitions: [] });
    } else if (last) last.definitions.push(item);
    else groups.push({ terms: [], definitions: [item] });
  }
  return groups;
}
