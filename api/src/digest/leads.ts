import { GRADES } from '@landline/event-schemas';
import { criteriaOf } from '../candidates/criteria.ts';
import { listings } from '../candidates/listing.ts';
import { selectPage } from '../candidates/page.ts';
import { loadAccess } from '../clients/access.ts';
import { allDatasets } from '../datasets/queries.ts';
import type { Deps } from '../deps.ts';
import { type Access, grantedTo, viewOf } from '../grants/access.ts';
import type { Account } from '../identity/accounts.ts';
import { scopeOf } from '../training/scope.ts';

type Sources = Pick<Deps, 'pool' | 'pg' | 'commands'>;

/** Where the best grade begins (spec 001 §4). */
const [{ from: PREMIUM_FROM }] = GRADES;
/** How many leads of a dataset a mail names. */
const NAMED = 3;

/** When leads came that are told of: after `since` and until `until`; ISO 8601. */
export interface Span {
  readonly since: string;
  readonly until: string;
}

/** New premium leads of a dataset. */
export interface Leads extends Span {
  readonly dataset_key: string;
  readonly dataset_name: string;
  readonly total: number;
  /** The best of them. */
  readonly best: readonly { readonly name: string; readonly score: number | null }[];
}

/** What somebody may see now; undefined: the Property Finder is not theirs any more. */
export async function accessNow(deps: Sources, { actor }: Account): Promise<Access | undefined> {
  if (actor.role === 'SuperAdmin' || actor.role === 'Admin') return 'everything';
  if (actor.role !== 'ClientUser' || actor.clientId === undefined) return undefined;
  const client = await loadAccess(deps, actor.clientId);
  const isTheirs = client?.inUse && client.has_geo_leads && !client.demo_mode;
  return isTheirs ? grantedTo(client) : undefined;
}

/**
 * Candidates that were first imported within the span of their dataset, and are premium by the person's own scores. A dataset that is being imported or scored has its turn the next time.
 */
export async function newLeads(
  { pool, pg }: Sources,
  { actor }: Account,
  access: Access,
  spanOf: (datasetKey: string) => Span | undefined,
): Promise<Leads[]> {
  const listingOf = listings({ pg, pool });
  const found: Leads[] = [];
  for (const { dataset_key, dataset_name, status, is_demo } of await allDatasets(pool)) {
    const view = viewOf(access, dataset_key);
    if (!view || is_demo || status !== 'active') continue;
    const span = spanOf(dataset_key);
    const listing = span && (await listingOf(view, scopeOf(actor)));
    if (!listing) continue;
    const filters = { datasetKey: dataset_key, minScore: PREMIUM_FROM, newOnly: 'true' } as const;
    const criteria = {
      ...criteriaOf(filters, { ...view, newSince: Date.parse(span.since) }),
      importedUntil: Date.parse(span.until),
    };
    const window = { sortBy: 'score', sortOrder: 'desc', offset: 0, limit: NAMED } as const;
    const { total, rows } = await selectPage(pool, listing, criteria, window);
    if (total === 0) continue;
    const best = rows.map(({ street_address, apn, score }) => ({
      name: street_address ?? `APN ${apn}`,
      score,
    }));
    found.push({ dataset_key, dataset_name, ...span, total, best });
  }
  return found;
}
