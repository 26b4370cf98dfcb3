import { type PassageText, passagesOf } from '../answers/passages.ts';
import { MAX_PAGE_CHARACTERS } from './contract.ts';
import { type Content, type ExtractedPage, extract } from './extract.ts';
import { parseRobots, type RobotsFile } from './robots-file.ts';
import { parseSitemap } from './sitemap.ts';
import { storable } from './storable.ts';

export interface RobotsTask {
  readonly url: string;
  readonly text: string;
}

/** A page with the passages that are searched; `isCut` is true if the page has more. */
export interface ReadPage extends Omit<ExtractedPage, 'blocks'> {
  readonly passages: readonly PassageText[];
  readonly isCut: boolean;
}

export async function page(content: Content): Promise<ReadPage | undefined> {
  const extracted = await extract(content);
  if (extracted === undefined) return undefined;
  const { blocks, ...rest } = extracted;
  const all = passagesOf(blocks);
  const passages = withinLimit(all);
  return storable({ ...rest, passages, isCut: passages.length < all.length });
}

/** Returns the passages up to `MAX_PAGE_CHARACTERS`; a heading counts with each passage below it, as it is indexed. */
function withinLimit(passages: readonly PassageText[]): PassageText[] {
  let left = MAX_PAGE_CHARACTERS;
  const end = passages.findIndex(({ heading, text }) => {
    left -= heading.length + text.length;
    return left < 0;
  });
  return end === -1 ? [...passages] : passages.slice(0, end);
}

export const sitemap = (body: Uint8Array) => storable(parseSitemap(body));

export const robotsFile = (task: RobotsTask): RobotsFile => storable(parseOnce(task).file);

export const isAllowed = ({ page: url, ...task }: RobotsTask & { readonly page: string }): boolean =>
  parseOnce(task).allows(url);

/** The last robots.txt: pages of one host usually come in a row. */
let last: { text: string; rules: ReturnType<typeof parseRobots> } | undefined;

function parseOnce({ url, text }: RobotsTask) {
  if (last?.text !== text) last = { text, rules: parseRobots(url, text) };
  return last.rules;
}
