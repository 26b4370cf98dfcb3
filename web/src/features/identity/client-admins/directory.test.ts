import type { ClientAdmin } from '@landline/api/identity/users/contract';
import { describe, expect, test } from 'vitest';
import { countsOf, type DirectoryFilter, matchesFilter } from './directory.ts';

const admin = (fields: Partial<ClientAdmin> = {}): ClientAdmin => ({
  id: 'a',
  first_name: 'Grace',
  last_name: 'Mapper',
  email: 'grace@acme.test',
  active: true,
  pending: false,
  two_factor: false,
  last_login: null,
  created_at: '2026-01-01T00:00:00Z',
  client_id: 'acme',
  client_name: 'Acme Realty',
  primary_domain: null,
  client_active: true,
  has_ai_assistant: true,
  has_geo_leads: false,
  ...fields,
});
const all: DirectoryFilter = { search: '', status: 'all', client: 'all', product: 'all' };

describe('matchesFilter', () => {
  test.each(['grace', 'MAPPER', 'grace mapper', '@acme', 'realty', '  Grace '])(
    'finds an administrator by %j',
    (search) => {
      expect(matchesFilter(admin(), { ...all, search })).toBe(true);
    },
  );
  test('excludes administrators that do not match the search', () => {
    expect(matchesFilter(admin(), { ...all, search: 'zeta' })).toBe(false);
  });
  test.each([
    [{ status: 'active' }, true],
    [{ status: 'inactive' }, false],
    [{ client: 'acme' }, true],
    [{ client: 'other' }, false],
    [{ product: 'ai' }, true],
    [{ product: 'geo' }, false],
  ] as const)('applies the filter %j: %s', (filter, isMatch) => {
    expect(matchesFilter(admin(), { ...all, ...filter })).toBe(isMatch);
  });
});

test('counts administrators by status, and their clients', () => {
  const admins = [admin(), admin({ id: 'b', active: false }), admin({ id: 'c', client_id: 'other' })];
  expect(countsOf(admins)).toEqual({ total: 3, active: 2, inactive: 1, clients: 2 });
});
