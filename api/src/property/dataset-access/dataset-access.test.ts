import type { DomainEvent } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { accessOf, canSee, datasetsFrom, viewOf } from './access.ts';
import { type AccessRecord, datasetAccess } from './dataset-access.ts';

const given = specification(datasetAccess);

const record = (access_id: string, dataset_key: string, zip_code: string | null = null): AccessRecord => ({
  client_id: 'client-1',
  access_id,
  dataset_key,
  zip_code,
});
const granted = (data: AccessRecord): DomainEvent<'DatasetAccessGranted'> => ({
  type: 'DatasetAccessGranted',
  data,
});
const revoked = (data: AccessRecord): DomainEvent<'DatasetAccessRevoked'> => ({
  type: 'DatasetAccessRevoked',
  data,
});
const city = record('a1', 'hawthorne');
const zip = record('a2', 'hawthorne', '90250');

test('grants each dataset and ZIP code once', () => {
  given()
    .when({ type: 'grant', records: [city, zip] })
    .then(granted(city), granted(zip));
  given(granted(zip))
    .when({
      type: 'grant',
      records: [record('a3', 'hawthorne', '90250'), record('a4', 'hawthorne', '90251')],
    })
    .then(granted(record('a4', 'hawthorne', '90251')));
  given(granted(city))
    .when({ type: 'grant', records: [record('a3', 'lebanon')] })
    .then(granted(record('a3', 'lebanon')));
  given(granted(city))
    .when({ type: 'grant', records: [record('a3', 'hawthorne')] })
    .thenNothing();
});

test('revokes a record by its id and can grant it again', () => {
  given(granted(city), granted(zip)).when({ type: 'revoke', accessId: 'a2' }).then(revoked(zip));
  given(granted(city), revoked(city)).when({ type: 'revoke', accessId: 'a1' }).thenNothing();
  given(granted(city), granted(zip), revoked(city))
    .when({ type: 'revoke', accessId: 'a2' })
    .then(revoked(zip));
  given(granted(city), revoked(city))
    .when({ type: 'grant', records: [city] })
    .then(granted(city));
});

test('undoes the latest event of a record and rejects older ones', () => {
  given(granted(city))
    .when({ type: 'undo', event: granted(city), accessId: 'new' })
    .then(revoked(city));
  given(granted(city), revoked(city))
    .when({ type: 'undo', event: revoked(city), accessId: 'new' })
    .then(granted(record('new', 'hawthorne')));
  given(granted(city), revoked(city))
    .when({ type: 'undo', event: granted(city), accessId: 'new' })
    .thenRejected('CHANGED_SINCE');
  given(granted(city), revoked(city), granted(zip))
    .when({ type: 'undo', event: granted(city), accessId: 'new' })
    .thenRejected('CHANGED_SINCE');
  given(granted(city), revoked(city), granted(record('a5', 'hawthorne')))
    .when({ type: 'undo', event: revoked(city), accessId: 'new' })
    .thenRejected('CHANGED_SINCE');
});

test('combines records; a whole dataset covers its ZIP codes', () => {
  expect(datasetsFrom([zip, record('a3', 'hawthorne', '90251'), record('a4', 'lebanon')])).toEqual({
    hawthorne: ['90250', '90251'],
    lebanon: 'all',
  });
  expect(datasetsFrom([zip, city, record('a3', 'hawthorne', '90251')])).toEqual({ hawthorne: 'all' });
});

test('SuperAdmins and Admins see everything, clients their grants, others nothing', () => {
  const clientAccess = {
    inUse: true,
    has_ai_assistant: false,
    has_geo_leads: true,
    demo_mode: false,
    datasets: { hawthorne: ['90250'], lebanon: 'all' as const },
  };
  const client = accessOf({ actor: { id: 'u1', role: 'ClientUser', clientId: 'client-1' }, clientAccess });
  expect(viewOf(client, 'lebanon')).toEqual({ datasetKey: 'lebanon' });
  expect(viewOf(client, 'hawthorne')).toEqual({ datasetKey: 'hawthorne', zips: ['90250'] });
  expect(viewOf(client, 'davis')).toBeUndefined();
  expect(viewOf(client, 'constructor')).toBeUndefined();
  expect(canSee(client, { dataset_key: 'hawthorne', zip_code: '90250' })).toBe(true);
  expect(canSee(client, { dataset_key: 'hawthorne', zip_code: '90251' })).toBe(false);
  expect(canSee(client, { dataset_key: 'hawthorne', zip_code: null })).toBe(false);
  expect(canSee(client, { dataset_key: 'lebanon', zip_code: null })).toBe(true);
  expect(canSee(client, { dataset_key: 'davis', zip_code: null })).toBe(false);

  for (const role of ['SuperAdmin', 'Admin'] as const) {
    expect(viewOf(accessOf({ actor: { id: 's1', role } }), 'davis')).toEqual({ datasetKey: 'davis' });
  }
  for (const role of ['Manager', 'Employee', 'ClientUser'] as const) {
    expect(viewOf(accessOf({ actor: { id: 's1', role } }), 'davis')).toBeUndefined();
  }
  expect(viewOf(accessOf(undefined), 'davis')).toBeUndefined();
});
