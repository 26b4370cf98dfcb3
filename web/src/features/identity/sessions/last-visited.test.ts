import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StaffUser } from '../../platform/session/user.ts';
import { lastPortal, lastPortalPath, rememberVisit } from './last-visited.ts';

const client = {
  id: 'acme',
  name: 'Acme',
  email: 'grace@acme.test',
  adminName: 'Grace Mapper',
  planTier: 'starter' as const,
  has_ai_assistant: true,
  has_geo_leads: true,
  has_custom_solution: false,
  product_config: { demo_mode: false },
};
const person = { userId: 'u', firstName: 'Ada', lastName: 'Surveyor', email: 'ada@landline.test' };
const ada: StaffUser = { ...person, role: 'SuperAdmin', actingAs: null };
const carl = { ...person, role: 'ClientUser' as const, client };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('restores the last portal page per role', () => {
  expect(lastPortalPath(ada)).toBeNull();
  rememberVisit(ada, '/SuperAdminPortal', '?tab=user-management');
  rememberVisit(ada, '/propertyhub/lebanon', '');
  rememberVisit(carl, '/client/portal', '');
  expect(lastPortalPath(ada)).toBe('/SuperAdminPortal?tab=user-management');
  expect(lastPortalPath(carl)).toBe('/client/portal');
  expect(lastPortal()).toBe('client');
});

test('remembers the portal of a client user who opens only property pages', () => {
  rememberVisit(carl, '/client/propertyhub/lebanon', '');
  expect(lastPortal()).toBe('client');
  expect(lastPortalPath(carl)).toBeNull();
});

test('stores no visits while impersonating', () => {
  rememberVisit({ ...ada, actingAs: client }, '/client/portal', '?tab=billing');
  expect(lastPortal()).toBeNull();
  expect(lastPortalPath({ ...ada, actingAs: client })).toBeNull();
});

test.each(['{', '{"path":"//evil.example/"}', '{"path":"/logout","tab":null}'])(
  'ignores the stored value %s',
  (stored) => {
    localStorage.setItem('landline.last-visited.superadmin', stored);
    expect(lastPortalPath(ada)).toBeNull();
  },
);
