import type { ClientRecord } from '@landline/api/clients/clients/contract';
import { parseAsStringLiteral } from 'nuqs';

/** The product filter of client lists (spec 000 §2). */
export const PRODUCT_FILTERS = [
  { value: 'all', label: 'All Products' },
  { value: 'ai', label: 'AI Assistant' },
  { value: 'geo', label: 'Geo Leads' },
] as const;
export type ProductFilter = (typeof PRODUCT_FILTERS)[number]['value'];

/** Parses the product filter in the URL. */
export const parseAsProductFilter = parseAsStringLiteral(
  PRODUCT_FILTERS.map(({ value }) => value),
).withDefault('all');

type Products = Pick<ClientRecord, 'has_ai_assistant' | 'has_geo_leads'>;

export const hasProduct = (client: Products, filter: ProductFilter): boolean =>
  filter === 'all' || (filter === 'ai' ? client.has_ai_assistant : client.has_geo_leads);
