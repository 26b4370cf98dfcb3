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

/** A page with its passages up to the limit; `isCut` is true if it has more. */
export interface ReadPage extends Omit<ExtractedPage, 'blocks'> {
  readonly passages: readonly PassageText[];
  readonly isCut: boolean;
}

export async function page(content: Content): Promise<ReadPage | undefined> {
  const extracted = await extract(content);
  if (extracted === undefined) return undefined;
  const { blocks, ...metadata } = extracted;
  const allPassages = passagesOf(blocks);
  const passages = withinLimit(allPassages);
  return storable({ ...metadata, passages, isCut: passages.length < allPassages.length });
}

/** Returns the passages up to `MAX_PAGE_CHARACTERS`. A heading counts for each passage below it, because each is indexed with it. */
function withinLimit(passages: readonly PassageText[]): PassageText[] {
  let characters = 0;
  return passages.filter(({ heading, text }) => {
    characters += heading.length + text.length;
    return characters <= MAX_PAGE_CHARACTERS;
  });
}

export const sitemap = (body: Uint8Array) => storable(parseSitemap(body));

export const robotsFile = (task: RobotsTask): RobotsFile => storable(parseOnce(task).file);

export const isAllowed = ({ page: url, ...task }: RobotsTask & { readonly page: string }): boolean =>
  parseOnce(task).allows(url);

/** The last parsed robots.txt. Consecutive pages are usually on one host. */
let lastParsed: (RobotsTask & { readonly rules: ReturnType<typeof parseRobots> }) | undefined;

function parseOnce({ url, text }: RobotsTask) {
  if (lastParsed?.url !== url || lastParsed.text !== text)
    lastParsed = { url, text, rules: parseRobots(url, text) };
  return lastParsed.rules;
}
