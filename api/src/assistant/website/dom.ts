import { type AnyNode, type Element, isTag } from 'domhandler';

/** Elements that start a new line. */
export const BLOCK_ELEMENTS = new Set(
  `address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
  hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);
const HEADING = /^h([1-6])$/;
const DEFAULT_LEVEL = 2;
/** Maximum number of nodes visited for a short text. */
const MAX_NODES = 100;

/** Returns the children of an element that are not white space. */
export const filledChildren = ({ children }: Element): AnyNode[] =>
  children.filter((child) => child.type !== 'text' || child.data.trim() !== '');

/** Collapses white space and trims the ends. */
export const clean = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns the tag name of an element in lower case; empty for other nodes. */
export const nameOf = (node: AnyNode): string => (isTag(node) ? node.name.toLowerCase() : '');

/** Returns the level of a heading; undefined for other elements. */
export function levelOf(element: Element): number | undefined {
  const [, level] = HEADING.exec(nameOf(element)) ?? [];
  if (level !== undefined) return Number(level);
  return element.attribs.role === 'heading'
    ? Number(element.attribs['aria-level']) || DEFAULT_LEVEL
    : undefined;
}

/** Returns the text of a node on one line. */
export const textOf = (node: AnyNode): string => clean(rawTextOf(node));

/** Returns the text of a node with its white space, so that texts of neighbors can be joined. */
export function rawTextOf(node: AnyNode): string {
  if (node.type === 'text') return node.data;
  if (!('children' in node)) return '';
  const name = nameOf(node);
  const inner = name === 'br' ? ' ' : node.children.map(rawTextOf).join('');
  return BLOCK_ELEMENTS.has(name) ? ` ${inner} ` : inner;
}

/** Returns the text of a node; undefined if it is longer than `limit` characters or consists of many nodes. */
export function shortTextOf(node: AnyNode, limit: number): string | undefined {
  let text = '';
  let nodes = 0;
  const read = (part: AnyNode): boolean => {
    if (++nodes > MAX_NODES || text.length > limit + MAX_NODES) return false;
    if (part.type === 'text') text += part.data.replaceAll(/\s+/g, ' ');
    if (!('children' in part)) return true;
    const separator = BLOCK_ELEMENTS.has(nameOf(part)) || nameOf(part) === 'br' ? ' ' : '';
    text += separator;
    const isRead = part.children.every(read);
    text += separator;
    return isRead;
  };
  if (!read(node)) return undefined;
  const shortText = clean(text);
  return shortText.length > limit ? undefined : shortText;
}

export const classOf = (node: AnyNode): string => (isTag(node) ? (node.attribs.class ?? '') : '');
