import { GRADES } from '@landline/event-schemas';
import type { Account } from '../../identity/users/load-account.ts';
import { criteriaOf } from '../candidates/criteria.ts';
import { type Listing, listings } from '../candidates/listing.ts';
import { selectPage } from '../candidates/select-page.ts';
import { scopeOf } from '../classification/scope.ts';
import { type Access, clientAccessOf, viewOf } from '../dataset-access/access.ts';
import { loadClientAccess } from '../dataset-access/client-access.ts';
import type { Dataset } from '../datasets/contract.ts';
import { allDatasets } from '../datasets/queries.ts';
import type { PropertyPorts } from '../ports.ts';

type Sources = Pick<PropertyPorts, 'pool' | 'pg' | 'commands'>;

/** Lowest score of the best grade (spec 001 §4). */
const [{ from: PREMIUM_FROM }] = GRADES;
/** Leads per dataset that the email names. */
const NAMED_LEADS = 3;

/** Import times that a digest covers, in ISO 8601: after `since`, up to and including `until`. */
interface Span {
  readonly since: string;
  readonly until: string;
}

export interface DatasetLeads extends Span {
  readonly dataset_key: string;
  readonly dataset_name: string;
  readonly total: number;
  /** The leads with the highest scores. */
  readonly best: readonly { readonly name: string; readonly score: number | null }[];
}

/** Returns a person's current access; undefined if the person does not have Property Finder. */
export async function currentAccess(ports: Sources, { actor }: Account): Promise<Access | undefined> {
  if (actor.role === 'SuperAdmin' || actor.role === 'Admin') return 'everything';
  if (actor.role !== 'ClientUser' || actor.clientId === undefined) return undefined;
  const client = await loadClientAccess(ports, actor.clientId);
  const hasProduct = client?.inUse && client.has_geo_leads && !client.demo_mode;
  return hasProduct ? clientAccessOf(client) : undefined;
}

/**
 * Finds candidates that were first imported within their dataset's span and are premium by the scores that the person sees.
 * Skips datasets without a span.
 */
export async function newLeads(
  { pool, pg }: Sources,
  { actor }: Account,
  access: Access,
  spanOf: (dataset: Dataset, listing: Listing) => Span | undefined | Promise<Span | undefined>,
): Promise<DatasetLeads[]> {
  const listingOf = listings({ pg, pool });
  const datasetLeads: DatasetLeads[] = [];
  for (const dataset of await allDatasets(pool)) {
    const { dataset_key, dataset_name, is_demo } = dataset;
    const view = viewOf(access, dataset_key);
    if (!view || is_demo) continue;
    const listing = await listingOf(view, scopeOf(actor));
    const span = listing && (await spanOf(dataset, listing));
    if (!span) continue;
    const filters = { datasetKey: dataset_key, minScore: PREMIUM_FROM, newOnly: 'true' } as const;
    const criteria = {
      ...criteriaOf(filters, { ...view, newSince: Date.parse(span.since) }),
      importedTo: Date.parse(span.until),
    };
    const window = { sortBy: 'score', sortOrder: 'desc', offset: 0, limit: NAMED_LEADS } as const;
    const { total, rows } = await selectPage(pool, listing, criteria, window);
    if (total === 0) continue;
    const best = rows.map(({ street_address, apn, score }) => ({
      name: street_address ?? `APN ${apn}`,
      score,
    }));
    datasetLeads.push({ dataset_key, dataset_name, ...span, total, best });
  }
  return datasetLeads;
}
