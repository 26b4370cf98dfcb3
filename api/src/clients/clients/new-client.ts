import type { EventData } from '@landline/event-schemas';
import type { AddClient } from './contract.ts';
import { PLACEHOLDER_DOMAIN } from './domains.ts';

/** Converts the add-client form (spec 002 §5); a client without a website gets a placeholder domain. */
export function newClient(
  client_id: string,
  { has_adu_finder, demo_mode, primary_domain, ...form }: AddClient,
): EventData<'ClientCreated'> {
  return {
    ...form,
    client_id,
    primary_domain: primary_domain ?? PLACEHOLDER_DOMAIN,
    has_geo_leads: has_adu_finder,
    has_custom_solution: false,
    product_config: { demo_mode },
  };
}
