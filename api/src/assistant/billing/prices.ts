import { type PlanTier, priceListData } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { PLANS, type PriceList } from './contract.ts';

const row = z.object({ at: z.string(), content: priceListData });

/** All price lists with the time they took effect, oldest first. */
type PriceLists = readonly z.infer<typeof row>[];

export async function priceLists(db: CommonQueryMethods): Promise<PriceLists> {
  return db.any(sql.type(row)`
    SELECT at, content FROM read.configuration_document
    WHERE generation = ${liveGeneration('system-versions')}
      AND document_id = 'price_list:landline'
    ORDER BY position
  `);
}

/**
 * Returns the price list in force just before a time, or the current one if no time is given. A time before the first list
 * gets the first list.
 */
export function pricesAt(lists: PriceLists, time?: string): PriceList {
  return (lists.findLast(({ at }) => time === undefined || at < time) ?? lists[0])?.content ?? PLANS;
}

/** Page limit of Elite clients, whose allowance is negotiated. */
const NEGOTIATED_PAGES = 25_000;

/** Returns the page allowance of a plan (spec 002 §9). */
export async function pageAllowance(db: CommonQueryMethods, tier: PlanTier): Promise<number> {
  return pricesAt(await priceLists(db))[tier].pages ?? NEGOTIATED_PAGES;
}
