import type { CitedPage } from '@landline/api/assistant/conversations/contract';
import { h } from './dom.ts';

/**
 * Renders an answer as elements: paragraphs, lists, bold, code, and numbered citation links. The text is never parsed
 * as HTML. The only links are citations that the server has checked; links in the text are dropped.
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

/** Returns an answer as plain text, for copying and screen readers. */
export const plainAnswer = (text: string, citations: readonly CitedPage[]): string =>
  withoutLinks(text, citations)
    .replace(/\s*\[\d{1,2}\]/g, '')
    .replace(/^#{1,6}\s+|\*\*|`/gm, '')
    .trim();

/** Ends before `*` and a backtick, which are the markup around a URL. */
const BARE_URL = /<?\b(?:https?:\/\/|www\.)[^\s<>"')\]*`]+>?/gi;
/** Punctuation after a URL belongs to the sentence. */
const TRAILING_PUNCTUATION = /[.,;:!?…]*$/;

/**
 * Removes link targets but keeps the link texts. Bare URLs are kept only if they are on the sites of cited pages, so
 * that neither a model nor a page can send visitors elsewhere.
 */
function withoutLinks(text: string, citations: readonly CitedPage[]): string {
  const sites = citations.flatMap(({ url }) => siteOf(url) ?? []);
  const isCited = (site: string) => sites.some((cited) => site === cited || site.endsWith(`.${cited}`));
  return text
    .replace(/!?\[([^\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1')
    .replace(/^\s*\[[^\]\n]+\]:\s*<?(?:(?:https?|mailto|tel|javascript|data):|www\.|\/)\S*.*$/gim, '')
    .replace(BARE_URL, (found) => {
      const [punctuation = ''] = TRAILING_PUNCTUATION.exec(found) ?? [];
      const url = found.slice(0, found.length - punctuation.length);
      const site = siteOf(url.replace(/[<>]/g, '').replace(/^www\./i, 'https://'));
      return site !== undefined && isCited(site) ? found : `…${punctuation.replace(/^\.+/, '')}`;
    });
}

/** Returns the host of a URL without `www.`. */
const siteOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : undefined);

const INLINE_MARKUP = /\*\*([^*\n]+)\*\*|`([^`\n]+)`|\[(\d{1,2})\]/g;

function inline(text: string, citations: readonly CitedPage[]): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE_MARKUP)) {
    nodes.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [, bold, code, number] = match;
    if (bold) nodes.push(h('strong', {}, ...inline(bold, citations)));
    else if (code) nodes.push(h('code', {}, code));
    else nodes.push(citationLink(Number(number), citations));
  }
  nodes.push(text.slice(from));
  return nodes;
}

/** Renders a citation number as a link; nothing while its source is unknown. */
function citationLink(number: number, citations: readonly CitedPage[]): Node | string {
  const page = citations.find((each) => each.number === number);
  return page ? h('sup', {}, linkTo(page, String(number), `${number}: ${page.title}`)) : '';
}

/** Returns a link that opens a page in a new tab, without a referrer; plain text if the URL is not HTTP(S). */
export function linkTo(
  { url, link = url }: Pick<CitedPage, 'url' | 'link'>,
  text: string,
  label?: string,
): HTMLElement {
  if (!/^https?:\/\//i.test(link)) return h('span', {}, text);
  const rel = 'noopener noreferrer nofollow';
  return h('a', { href: link, target: '_blank', rel, 'aria-label': label }, text);
}

/** Renders a visitor's message with its URLs as links; punctuation after a URL belongs to the sentence. */
export function questionNodes(text: string): (Node | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?…])/i)
    .map((part, index) => (index % 2 === 1 ? linkTo({ url: part }, part) : part));
}
