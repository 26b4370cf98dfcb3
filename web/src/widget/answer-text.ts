import type { CitedPage } from '@landline/api/conversations/contract';
import { h } from './dom.ts';

/**
 * An answer as elements: paragraphs, lists, bold, code, and numbers that lead to its sources. Nothing of it is ever
 * read as HTML, and the only links are those that the server has checked: what the text itself would link to is left out.
 */
export function answerNodes(text: string, citations: readonly CitedPage[]): HTMLElement[] {
  const nodes: HTMLElement[] = [];
  let list: HTMLElement | undefined;
  for (const line of withoutLinks(text, citations).split('\n')) {
    const item = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/.exec(line);
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    if (item) {
      const tag = item[1] ? 'ol' : 'ul';
      if (list?.localName !== tag) {
        list = h(tag, { start: item[1] });
        nodes.push(list);
      }
      list.append(h('li', {}, ...inline(item[2] ?? '', citations)));
      continue;
    }
    list = undefined;
    if (heading) nodes.push(h('p', {}, h('strong', {}, ...inline(heading[1] ?? '', citations))));
    else if (line.trim() !== '') nodes.push(h('p', {}, ...inline(line, citations)));
  }
  return nodes;
}

/** The answer's words alone: to be copied and to be read out. */
export const plainAnswer = (text: string, citations: readonly CitedPage[]): string =>
  withoutLinks(text, citations)
    .replace(/\s*\[\d{1,2}\]/g, '')
    .replace(/\*\*|`/g, '')
    .trim();

const ADDRESS = /<?\b(?:https?:\/\/|www\.)[^\s<>"')\]]+>?/gi;
/** The signs behind an address are the sentence's. */
const SIGNS = /[.,;:!?…]*$/;

/**
 * A link keeps its words and loses its address. A bare address stays where it is of a cited page's site; another is left
 * out, whether a model or a page says it: the visitor is shown where it stands, and goes nowhere on our word alone.
 */
function withoutLinks(text: string, citations: readonly CitedPage[]): string {
  const sites = citations.flatMap(({ url }) => siteOf(url) ?? []);
  const isCited = (site: string) => sites.some((cited) => site === cited || site.endsWith(`.${cited}`));
  return text
    .replace(/!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1')
    .replace(/^\s*\[[^\]\n]+\]:\s*\S+.*$/gm, '')
    .replace(ADDRESS, (found) => {
      const [signs = ''] = SIGNS.exec(found) ?? [];
      const address = found.slice(0, found.length - signs.length);
      const site = siteOf(address.replace(/[<>]/g, '').replace(/^www\./i, 'https://'));
      return site !== undefined && isCited(site) ? found : `…${signs.replace(/^\.+/, '')}`;
    });
}

/** The host of an address; `www.` before it makes no other site of it. */
const siteOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : undefined);

const MARK = /\*\*([^*\n]+)\*\*|`([^`\n]+)`|\[(\d{1,2})\]/g;

function inline(text: string, citations: readonly CitedPage[]): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    nodes.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [, bold, code, number] = match;
    if (bold) nodes.push(h('strong', {}, ...inline(bold, citations)));
    else if (code) nodes.push(h('code', {}, code));
    else nodes.push(reference(Number(number), citations));
  }
  nodes.push(text.slice(from));
  return nodes;
}

/** The number of a source; while its source is not known, and where there is none, nothing. */
function reference(number: number, citations: readonly CitedPage[]): Node | string {
  const page = citations.find((each) => each.number === number);
  return page ? h('sup', {}, linkTo(page, String(number), `${number}: ${page.title}`)) : '';
}

/** A link to a web page, in a tab of its own, which learns nothing of ours. */
export function linkTo({ url }: Pick<CitedPage, 'url'>, text: string, label?: string): HTMLElement {
  if (!/^https?:\/\//i.test(url)) return h('span', {}, text);
  const rel = 'noopener noreferrer nofollow';
  return h('a', { href: url, target: '_blank', rel, 'aria-label': label }, text);
}

/** What the visitor wrote, with the addresses in it as links: they are the visitor's own. */
export function questionNodes(text: string): (Node | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/i)
    .map((part, index) => (index % 2 === 1 ? linkTo({ url: part }, part) : part));
}
