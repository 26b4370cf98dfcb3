import { streams } from '@landline/event-schemas';
import type { Origin } from '../commands/commands.ts';
import type { CrawlDeps } from './crawl.ts';
import { site } from './site.ts';

/** After its last try a visit is over, so that the next one can be asked for. */
export async function giveUp(
  { commands, log }: CrawlDeps,
  client_id: string,
  what: 'discovered' | 'scraped',
  error: unknown,
  origin: Origin,
): Promise<void> {
  log.error({ err: error, client_id }, 'A visit to a website is given up');
  const command =
    what === 'discovered'
      ? { type: what, client_id, found: 0, added: 0, problems: ['The visit could not be finished.'] }
      : { type: what, client_id, total: 0, successful: 0 };
  await commands.execute(site, {
    stream: streams.site(client_id),
    command,
    ...origin,
  });
}
