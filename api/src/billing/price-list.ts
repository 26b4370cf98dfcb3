import { isDeepStrictEqual } from 'node:util';
import { type DomainEvent, SYSTEM, streams } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import type { Deps } from '../deps.ts';
import { PLANS, type PriceList } from './contract.ts';

/** `released`: what a release published last, whatever was restored since. */
interface Prices {
  current: PriceList | null;
  released: PriceList | null;
}

type PriceListCommand = { type: 'publish' | 'restore'; price_list: PriceList };

/** What the plans cost (spec 002 §9): nobody changes it but a release, and a rollback to a system version. */
export const priceList: Decider<
  Prices,
  PriceListCommand,
  DomainEvent<'PriceListPublished' | 'PriceListRestored'>
> = {
  initialState: { current: null, released: null },

  evolve({ released }, { type, data: { price_list } }) {
    return { current: price_list, released: type === 'PriceListPublished' ? price_list : released };
  },

  decide({ type, price_list }, { current, released }) {
    if (type === 'restore') {
      return isDeepStrictEqual(price_list, current)
        ? []
        : [{ type: 'PriceListRestored', data: { price_list } }];
    }
    return isDeepStrictEqual(price_list, released)
      ? []
      : [{ type: 'PriceListPublished', data: { price_list } }];
  },
};

/** Publishes this release's price list where the release before had another one, or there was none. */
export async function publishPriceList({ commands }: Pick<Deps, 'commands'>): Promise<void> {
  await commands.execute(priceList, {
    stream: streams.priceList(),
    command: { type: 'publish', price_list: PLANS },
    actor: SYSTEM,
    correlationId: 'price-list',
  });
}
