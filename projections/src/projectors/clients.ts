import type { EventData, PlanTier } from '@landline/event-schemas';
import { type Projector, put } from '../projector.ts';
import { boolean, jsonb, nullable, type RowOf, table, text, timestamp } from '../table.ts';

export const client = table('client', {
  key: ['client_id'],
  columns: {
    client_id: text(),
    name: text(),
    primary_domain: nullable(text()),
    plan_tier: text<PlanTier>(),
    has_ai_assistant: boolean(),
    has_geo_leads: boolean(),
    has_custom_solution: boolean(),
    product_config: jsonb<EventData<'ClientCreated'>['product_config']>(),
    active: boolean(),
    created_at: timestamp(),
  },
  indexes: { client_by_name: '(generation, name)' },
});
export type ClientRow = RowOf<typeof client>;

export const clientUser = table('client_user', {
  key: ['user_id'],
  columns: {
    user_id: text(),
    client_id: text(),
    email: text(),
    first_name: text(),
    last_name: text(),
    created_at: timestamp(),
  },
  indexes: { client_user_by_client: '(generation, client_id)' },
});
export type ClientUserRow = RowOf<typeof clientUser>;

export const clients: Projector = {
  name: 'clients',
  version: 1,
  tables: [client, clientUser],
  on: {
    ClientCreated: ({ data, metadata }) => put(client, { ...data, active: true, created_at: metadata.at }),
    ClientUserCreated: ({ data, metadata }) => put(clientUser, { ...data, created_at: metadata.at }),
  },
  audience: ({ data }) => ('client_id' in data ? [data.client_id] : null),
};
