import { expect, test } from 'vitest';
import { hasProduct } from './product-filter.ts';

const CLIENTS = {
  both: { has_ai_assistant: true, has_geo_leads: true },
  assistant: { has_ai_assistant: true, has_geo_leads: false },
  finder: { has_ai_assistant: false, has_geo_leads: true },
  neither: { has_ai_assistant: false, has_geo_leads: false },
};

test.each([
  ['all', ['both', 'assistant', 'finder', 'neither']],
  ['ai', ['both', 'assistant']],
  ['geo', ['both', 'finder']],
] as const)('lists the clients of the product filter %s: %j', (filter, names) => {
  const matchingClients = Object.entries(CLIENTS).filter(([, client]) => hasProduct(client, filter));
  expect(matchingClients.map(([name]) => name)).toEqual(names);
});
