import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32 } from '../fields.ts';

/** A plan (spec 002 §9); null means negotiated or unlimited. */
const planData = z.object({
  name: z.string(),
  /** US dollars. */
  monthlyPrice: z.number().nullable(),
  /** Answers of the assistant per month. */
  messages: int32().nullable(),
  pages: int32().nullable(),
  /** US dollars for each additional answer. */
  overageRate: z.number().nullable(),
});
export const priceListData = z.object({ starter: planData, pro: planData, elite: planData });

/** Events of the stream `priceList-landline`: prices and contents of the plans. */
export const priceListEvents = {
  /** A release changed the price list. */
  PriceListPublished: defineEvent({ data: z.object({ price_list: priceListData }) }),
  /** A rollback restored an earlier price list. */
  PriceListRestored: defineEvent({ data: z.object({ price_list: priceListData }) }),
};
