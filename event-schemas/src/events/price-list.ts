import { z } from 'zod';
import { defineEvent } from '../define.ts';

/** A plan (spec 002 §9); null: negotiated, and not limited. */
const planData = z.object({
  name: z.string(),
  /** US dollars. */
  monthlyPrice: z.number().nullable(),
  /** Answers of the assistant a month. */
  messages: z.int().nullable(),
  pages: z.int().nullable(),
  /** US dollars for each answer beyond them. */
  overageRate: z.number().nullable(),
});
export const priceListData = z.object({ starter: planData, pro: planData, elite: planData });

/** On `priceList-landline`: what the plans cost and include. */
export const priceListEvents = {
  /** A release brought another one than the release before it. */
  PriceListPublished: defineEvent({ data: z.object({ price_list: priceListData }) }),
  /** A rollback brought back one that was in force before. */
  PriceListRestored: defineEvent({ data: z.object({ price_list: priceListData }) }),
};
