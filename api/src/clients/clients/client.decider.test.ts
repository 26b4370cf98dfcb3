import type { EventData } from '@landline/event-schemas';
import { describe, expect, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { type ClientChanges, type ClientEvent, client, isUndoable } from './client.ts';
import { PLACEHOLDER_DOMAIN } from './domains.ts';

const given = specification(client);
const data: EventData<'ClientCreated'> = {
  client_id: 'c1',
  name: 'Acme',
  primary_domain: 'https://acme.example',
  plan_tier: 'starter',
  active: true,
  has_ai_assistant: true,
  has_geo_leads: false,
  has_custom_solution: false,
  has_custom_widget: false,
  product_config: { demo_mode: false },
  authorized_domains: [],
  allowed_email_domains: [],
  time_zone: 'UTC',
};
const created = { type: 'ClientCreated', data } as const;
const create = { type: 'create', ...data } as const;
const ids = { client_id: 'c1' };
const deactivated = { type: 'ClientDeactivated', data: ids } as const;
const reactivated = { type: 'ClientReactivated', data: ids } as const;
const closed = { type: 'ClientClosed', data: ids } as const;
const change = (changes: ClientChanges, onlyIf?: ClientChanges) =>
  ({ type: 'change', changes, ...(onlyIf && { onlyIf }) }) as const;

describe('a client', () => {
  test('is created', () => given().when(create).then(created));
  test('ignores a repeated creation', () => given(created).when(create).thenNothing());
  test('rejects another client under the same id', () =>
    given(created)
      .when({ ...create, name: 'Other' })
      .thenRejected('CLIENT_EXISTS'));
  test('requires a primary domain for the AI Assistant', () => {
    given()
      .when({ ...create, primary_domain: null })
      .thenRejected('DOMAIN_REQUIRED');
    given()
      .when({ ...create, primary_domain: PLACEHOLDER_DOMAIN })
      .thenRejected('DOMAIN_REQUIRED');
    given(created)
      .when(change({ primary_domain: null }))
      .thenRejected('DOMAIN_REQUIRED');
    given({ type: 'ClientCreated', data: { ...data, has_ai_assistant: false, primary_domain: null } })
      .when(change({ has_ai_assistant: true }))
      .thenRejected('DOMAIN_REQUIRED');
  });
  test('rejects changes before creation', () =>
    given()
      .when(change({ name: 'Other' }))
      .thenRejected('CLIENT_UNKNOWN'));
});

describe('changing a client', () => {
  test('records previous and new values of changed fields only', () =>
    given(created)
      .when(change({ name: 'Acme Homes', plan_tier: 'starter', time_zone: 'America/Denver' }))
      .then({
        type: 'ClientDetailsChanged',
        data: {
          ...ids,
          before: { name: 'Acme', time_zone: 'UTC' },
          after: { name: 'Acme Homes', time_zone: 'America/Denver' },
        },
      }));
  test('emits no event if nothing changes', () =>
    given(created)
      .when(change({ name: 'Acme', active: true, product_config: { demo_mode: false } }))
      .thenNothing());
  test('records product changes as a separate event', () =>
    given(created)
      .when(change({ has_geo_leads: true, product_config: { demo_mode: true }, active: false }))
      .then(
        {
          type: 'ClientProductsChanged',
          data: {
            ...ids,
            before: { has_geo_leads: false, product_config: { demo_mode: false } },
            after: { has_geo_leads: true, product_config: { demo_mode: true } },
          },
        },
        deactivated,
      ));
  test('can remove all products', () =>
    given(created)
      .when(change({ has_ai_assistant: false }))
      .then({
        type: 'ClientProductsChanged',
        data: { ...ids, before: { has_ai_assistant: true }, after: { has_ai_assistant: false } },
      }));
  test('deactivates and reactivates', () => {
    given(created)
      .when(change({ active: false }))
      .then(deactivated);
    given(created, deactivated)
      .when(change({ active: true }))
      .then(reactivated);
    given(created, deactivated)
      .when(change({ active: false }))
      .thenNothing();
  });
  test('accepts an undo only while the change is in effect', () => {
    given(created, deactivated)
      .when(change({ active: false }, { active: true }))
      .thenRejected('CHANGED_SINCE');
    given(created)
      .when(change({ active: false }, { active: true }))
      .then(deactivated);
  });
});

describe('the undo of a change', () => {
  const disabled = {
    type: 'ClientProductsChanged',
    data: { ...ids, before: { has_ai_assistant: true }, after: { has_ai_assistant: false } },
  } as const;
  const domainRemoved = {
    type: 'ClientDetailsChanged',
    data: { ...ids, before: { primary_domain: 'https://acme.example' }, after: { primary_domain: null } },
  } as const;
  const stateAfter = (...events: ClientEvent[]) => events.reduce(client.evolve, client.initialState);

  test('is offered while the change is in effect', () => {
    expect(isUndoable(disabled, stateAfter(created, disabled))).toBe(true);
    expect(isUndoable(disabled, stateAfter(created))).toBe(false);
  });
  test('is not offered for a creation, for a closed client or if it breaks a rule', () => {
    expect(isUndoable(created, stateAfter(created))).toBe(false);
    expect(isUndoable(disabled, stateAfter(created, disabled, closed))).toBe(false);
    expect(isUndoable(disabled, stateAfter(created, disabled, domainRemoved))).toBe(false);
  });
});

describe('closing a client', () => {
  test('is idempotent', () => {
    given(created).when({ type: 'close' }).then(closed);
    given(created, closed).when({ type: 'close' }).thenNothing();
  });
  test('is final', () =>
    given(created, closed)
      .when(change({ active: true }))
      .thenRejected('CLIENT_CLOSED'));
  test('still allows a data export', () =>
    given(created, closed).when({ type: 'record_export' }).then({ type: 'ClientDataExported', data: ids }));
});
