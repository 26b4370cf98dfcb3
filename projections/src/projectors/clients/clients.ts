import type { EventData, PlanTier } from '@landline/event-schemas';
import { type Change, clientAudience, type Projector, patch, put } from '../../projector.ts';
import { boolean, jsonb, nullable, table, text, textArray, timestamp } from '../../table.ts';

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
    has_custom_widget: boolean(),
    product_config: jsonb<EventData<'ClientCreated'>['product_config']>(),
    authorized_domains: textArray(),
    allowed_email_domains: textArray(),
    time_zone: text(),
    active: boolean(),
    created_at: timestamp(),
    closed_at: nullable(timestamp()),
  },
  indexes: { client_by_name: '(generation, name)' },
});

export const clientUser = table('client_user', {
  key: ['user_id'],
  columns: {
    user_id: text(),
    client_id: text(),
    email: text(),
    first_name: text(),
    last_name: text(),
    active: boolean(),
    /** Invited, without a password yet. */
    pending: boolean(),
    two_factor: boolean(),
    last_login: nullable(timestamp()),
    created_at: timestamp(),
  },
  indexes: { client_user_by_client: '(generation, client_id)' },
});

type ChangedUser = Parameters<typeof patch<typeof clientUser>>[2];
const changeUser = ({ user_id }: { user_id: string }, set: ChangedUser): Change =>
  patch(clientUser, { user_id }, set);

export const clients: Projector<'clients'> = {
  name: 'clients',
  version: 4,
  tables: [client, clientUser],
  on: {
    ClientCreated: ({ data, metadata }) => put(client, { ...data, created_at: metadata.at, closed_at: null }),
    ClientDetailsChanged: ({ data: { client_id, after } }) => patch(client, { client_id }, after),
    ClientProductsChanged: ({ data: { client_id, after } }) => patch(client, { client_id }, after),
    ClientDeactivated: ({ data: { client_id } }) => patch(client, { client_id }, { active: false }),
    ClientReactivated: ({ data: { client_id } }) => patch(client, { client_id }, { active: true }),
    ClientClosed: ({ data: { client_id }, metadata }) =>
      patch(client, { client_id }, { active: false, closed_at: metadata.at }),
    ClientUserCreated: ({ data, metadata }) =>
      put(clientUser, {
        ...data,
        active: true,
        pending: false,
        two_factor: false,
        last_login: null,
        created_at: metadata.at,
      }),
    ClientUserInvited: ({ data }) => changeUser(data, { pending: true }),
    ClientUserSetupCompleted: ({ data }) => changeUser(data, { pending: false }),
    ClientUserPasswordReset: ({ data }) => changeUser(data, { pending: false }),
    ClientUserEmailChanged: ({ data }) => changeUser(data, { email: data.email }),
    ClientUserRenamed: ({ data }) =>
      changeUser(data, { first_name: data.first_name, last_name: data.last_name }),
    ClientUserDeactivated: ({ data }) => changeUser(data, { active: false }),
    ClientUserReactivated: ({ data }) => changeUser(data, { active: true }),
    ClientUserTwoFactorEnabled: ({ data }) => changeUser(data, { two_factor: true }),
    ClientUserTwoFactorDisabled: ({ data }) => changeUser(data, { two_factor: false }),
    ClientUserSignedIn: ({ data, metadata }) => changeUser(data, { last_login: metadata.at }),
  },
  // Changes to a single user concern only staff, who administer users.
  audience: clientAudience,
};
