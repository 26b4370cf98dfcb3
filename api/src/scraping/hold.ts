import { streams } from '@landline/event-schemas';
import { forgetPages, releasePages, withholdPages } from '../answers/knowledge.ts';
import type { Deps } from '../deps.ts';
import { page } from './page.ts';

/** Makes what is quoted of a page what staff decided about it: nothing while it is blacklisted, or once it is deleted. */
export async function holdPage(
  { commands, pool }: Pick<Deps, 'commands' | 'pool'>,
  { client_id, page_id }: { client_id: string; page_id: string },
): Promise<void> {
  const { state } = await commands.load(page, streams.page(page_id));
  if (state && !state.isBlacklisted) return releasePages(pool, client_id, [page_id]);
  await withholdPages(pool, client_id, [{ page_id, url: state?.url ?? '' }]);
  if (!state || state.isContentDeleted) await forgetPages(pool, client_id, [page_id]);
}
