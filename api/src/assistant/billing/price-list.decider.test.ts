import { test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { PLANS } from './contract.ts';
import { priceList } from './price-list.ts';

const given = specification(priceList);
const moreExpensive = { ...PLANS, pro: { ...PLANS.pro, monthlyPrice: 299 } };
const publish = (price_list: typeof PLANS) => ({ type: 'publish', price_list }) as const;
const restore = (price_list: typeof PLANS) => ({ type: 'restore', price_list }) as const;
const published = (price_list: typeof PLANS) =>
  ({ type: 'PriceListPublished', data: { price_list } }) as const;
const restored = (price_list: typeof PLANS) => ({ type: 'PriceListRestored', data: { price_list } }) as const;

test('publishes the first price list and every change', () => {
  given().when(publish(PLANS)).then(published(PLANS));
  given(published(PLANS)).when(publish(PLANS)).thenNothing();
  given(published(PLANS)).when(publish(moreExpensive)).then(published(moreExpensive));
});

test('keeps a restored price list until a release changes it', () => {
  given(published(PLANS), published(moreExpensive)).when(restore(PLANS)).then(restored(PLANS));
  given(published(PLANS), published(moreExpensive), restored(PLANS)).when(restore(PLANS)).thenNothing();
  given(published(PLANS), published(moreExpensive), restored(PLANS))
    .when(publish(moreExpensive))
    .thenNothing();
  given(published(moreExpensive), restored(PLANS)).when(publish(PLANS)).then(published(PLANS));
});
