import { streams } from '@landline/event-schemas';
import type { Origin } from '../../platform/commands/commands.ts';
import { releasePages } from '../answers/page-content.ts';
import type { AssistantPorts } from '../ports.ts';
import { DEFAULT_PRIORITY } from './contract.ts';
import type { PageTarget } from './crawl-page.ts';
import { page } from './page.ts';
import { pageIdOf } from './urls.ts';

/** Number of concurrent appends. */
const CONCURRENCY = 8;

/** Adds addresses to a client's pages; existing ones stay unchanged. Returns the new pages. */
export async function addPages(
  { commands, pool }: Pick<AssistantPorts, 'commands' | 'pool'>,
  clientId: string,
  urls: Iterable<string>,
  origin: Origin,
): Promise<PageTarget[]> {
  const added: PageTarget[] = [];
  const activePageIds: string[] = [];
  const targets = [...urls].map((url) => ({ page_id: pageIdOf(clientId, url), url, is_custom: false }));
  for (let start = 0; start < targets.length; start += CONCURRENCY) {
    const outcomes = targets.slice(start, start + CONCURRENCY).map(async (target) => {
      const { events, state } = await commands.execute(page, {
        stream: streams.page(target.page_id),
        command: {
          type: 'add',
          ...target,
          client_id: clientId,
          priority: DEFAULT_PRIORITY,
        },
        ...origin,
      });
      if (state && !state.isBlacklisted) activePageIds.push(target.page_id);
      return events.length > 0 ? [target] : [];
    });
    added.push(...(await Promise.all(outcomes)).flat());
  }
  // Answers may quote a deleted page again once it is listed again.
  await releasePages(pool, clientId, activePageIds);
  return added;
}
