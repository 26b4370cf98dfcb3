import { type Content, extract } from './extract.ts';
import { parseRobots, type RobotsFile } from './robots-file.ts';
import { parseSitemap } from './sitemap.ts';
import { storable } from './storable.ts';

export interface RobotsTask {
  readonly url: string;
  readonly text: string;
}

export const page = async (content: Content) => storable(await extract(content));

export const sitemap = (body: Uint8Array) => storable(parseSitemap(body));

export const robotsFile = (task: RobotsTask): RobotsFile => storable(parsed(task).file);

export const isAllowed = ({ page: url, ...task }: RobotsTask & { readonly page: string }): boolean =>
  parsed(task).allows(url);

/** The last robots.txt: pages of one host usually come in a row. */
let last: { text: string; rules: ReturnType<typeof parseRobots> } | undefined;

function parsed({ url, text }: RobotsTask) {
  if (last?.text !== text) last = { text, rules: parseRobots(url, text) };
  return last.rules;
}
