import { DomainError } from '../../platform/errors.ts';
import { pageAllowance } from '../billing/prices.ts';
import type { AssistantPorts } from '../ports.ts';
import { clientPagesQuery } from './contract.ts';
import { loadClient } from './load-client.ts';
import { listClientPages } from './queries.ts';

/** Number of listed pages for each page that the plan allows to index, so that staff also see pages beyond it. */
export const LISTED_PER_ALLOWED_PAGE = 2;

/** Throws `TOO_MANY_PAGES` if a client cannot add another page. */
export async function assertRoomForPage(
  ports: Pick<AssistantPorts, 'commands' | 'pool'>,
  clientId: string,
): Promise<void> {
  const { plan_tier } = await loadClient(ports, clientId);
  const [allowance, { total }] = await Promise.all([
    pageAllowance(ports.pool, plan_tier),
    listClientPages(ports.pool, clientId, clientPagesQuery.parse({})),
  ]);
  if (total < allowance * LISTED_PER_ALLOWED_PAGE) return;
  throw new DomainError(
    'rule_broken',
    'TOO_MANY_PAGES',
    'Your list of pages is full. Request the removal of pages that your assistant does not need, or upgrade your plan.',
  );
}
