import { isDeepStrictEqual } from 'node:util';
import { type DomainEvent, priceListData, SYSTEM, streams } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { defineRestorer } from '../../platform/commands/document-restorer.ts';
import type { AssistantPorts } from '../ports.ts';
import { PLANS, type PriceList } from './contract.ts';

interface Prices {
  current: PriceList | null;
  /** Price list published by the latest release, even if a rollback has restored another one since. */
  released: PriceList | null;
}

type PriceListCommand = { type: 'publish' | 'restore'; price_list: PriceList };

/** Prices of the plans (spec 002 §9), changed only by a release or a rollback to a system version. */
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

/** Publishes this release's price list unless the previous release published the same one. */
export async function publishPriceList({ commands }: Pick<AssistantPorts, 'commands'>): Promise<void> {
  await commands.execute(priceList, {
    stream: streams.priceList(),
    command: { type: 'publish', price_list: PLANS },
    actor: SYSTEM,
    correlationId: 'price-list',
  });
}

/** Restores the price list of a system version. */
export const priceListDocuments = {
  price_list: defineRestorer(priceList, {
    stream: streams.priceList,
    commandsFor: ([{ after }]) => [{ type: 'restore', price_list: priceListData.parse(after) }],
  }),
};
