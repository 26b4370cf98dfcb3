import { type PlanTier, priceListData } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../live-generation.ts';
import { PLANS, type PriceList } from './contract.ts';

const row = z.object({ at: z.number(), content: priceListData });

/** Every price list there was and the time (in milliseconds) it came into force, oldest first. */
export type PriceLists = readonly z.infer<typeof row>[];

export async function priceLists(db: CommonQueryMethods): Promise<PriceLists> {
  return db.any(sql.type(row)`
    SELECT at, content FROM read.configuration_document
    WHERE generation = ${liveGeneration('system-versions')}
      AND document_id = 'price_list:landline'
    ORDER BY position
  `);
}

/** The price list in force, or at a time: the first one for what was before it, this release's before any is published. */
export function pricesAt(lists: PriceLists, time = Number.POSITIVE_INFINITY): PriceList {
  return (lists.findLast(({ at }) => at < time) ?? lists[0])?.content ?? PLANS;
}

/** Pages that the assistant of an Elite client learns: negotiated, and bounded all the same. */
const NEGOTIATED_PAGES = 25_000;

/** Pages that a plan lets the assistant learn (spec 002 §9). */
export async function pageAllowance(db: CommonQueryMethods, tier: PlanTier): Promise<number> {
  return pricesAt(await priceLists(db))[tier].pages ?? NEGOTIATED_PAGES;
}
