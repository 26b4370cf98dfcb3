import type { EventData } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { client, clients, clientUser } from './clients.ts';

const { given } = projectorSpec(clients);
const created_at = '2026-03-01T09:00:00+00:00';
const ids = { client_id: 'c1' };
const acme: EventData<'ClientCreated'> = {
  ...ids,
  name: 'Acme Builders',
  primary_domain: null,
  plan_tier: 'pro',
  has_ai_assistant: true,
  has_geo_leads: false,
  has_custom_solution: false,
  has_custom_widget: false,
  product_config: { demo_mode: true },
  authorized_domains: ['*.acme.example'],
  allowed_email_domains: [],
  time_zone: 'America/Denver',
  active: true,
};
const created = recorded('ClientCreated', acme);
const robin = {
  user_id: 'u1',
  client_id: 'c1',
  email: 'robin@example.com',
  first_name: 'Robin',
  last_name: 'Hill',
} as const;

test('stores a client and its user', async () => {
  const rows = await given(created, recorded('ClientUserCreated', robin));
  expect(await rows(client)).toEqual([{ ...acme, created_at, closed_at: null }]);
  expect(await rows(clientUser)).toEqual([
    { ...robin, active: true, pending: false, two_factor: false, last_login: null, created_at },
  ]);
});

test('follows a user from invitation to deactivation', async () => {
  const user_id = 'u1';
  const email = 'r.hill@example.com';
  const invited = [recorded('ClientUserCreated', robin), recorded('ClientUserInvited', { user_id })];
  expect(await (await given(...invited))(clientUser)).toMatchObject([{ active: true, pending: true }]);
  const rows = await given(
    ...invited,
    recorded('ClientUserSetupCompleted', { user_id }),
    recorded('ClientUserSignedIn', { user_id, session_id: 's' }, { at: '2026-03-02T09:00:00.000Z' }),
    recorded('ClientUserRenamed', { user_id, first_name: 'R.', last_name: 'Hill' }),
    recorded('ClientUserEmailChanged', { user_id, email, previous_email: robin.email }),
    recorded('ClientUserTwoFactorEnabled', { user_id }),
    recorded('ClientUserDeactivated', { user_id }),
  );
  expect(await rows(clientUser)).toMatchObject([
    {
      first_name: 'R.',
      email,
      active: false,
      pending: false,
      two_factor: true,
      last_login: '2026-03-02T09:00:00+00:00',
    },
  ]);
});

test('changes only the given fields of a client', async () => {
  const rows = await given(
    created,
    recorded('ClientDetailsChanged', {
      ...ids,
      before: { name: 'Acme Builders', authorized_domains: ['*.acme.example'] },
      after: { name: 'Acme Homes', authorized_domains: [] },
    }),
    recorded('ClientProductsChanged', {
      ...ids,
      before: { has_geo_leads: false, product_config: { demo_mode: true } },
      after: { has_geo_leads: true, product_config: { demo_mode: false } },
    }),
  );
  expect(await rows(client)).toEqual([
    {
      ...acme,
      name: 'Acme Homes',
      authorized_domains: [],
      has_geo_leads: true,
      product_config: { demo_mode: false },
      created_at,
      closed_at: null,
    },
  ]);
});

test('follows deactivation, reactivation and closing of a client', async () => {
  const activity = async (...types: ('ClientDeactivated' | 'ClientReactivated' | 'ClientClosed')[]) => {
    const rows = await given(created, ...types.map((type) => recorded(type, ids)));
    return (await rows(client)).map(({ active, closed_at }) => [active, closed_at]);
  };
  expect(await activity('ClientDeactivated')).toEqual([[false, null]]);
  expect(await activity('ClientDeactivated', 'ClientReactivated')).toEqual([[true, null]]);
  expect(await activity('ClientClosed')).toEqual([[false, created_at]]);
});

test('notifies only the affected client', () => {
  expect(clients.audience?.(recorded('ClientUserCreated', robin))).toEqual(['c1']);
  const signedIn = recorded('ClientUserSignedIn', { user_id: 'u1', session_id: 's' });
  expect(clients.audience?.(signedIn)).toEqual([]);
});
