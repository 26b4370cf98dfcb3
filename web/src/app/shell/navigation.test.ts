import { describe, expect, test } from 'vitest';
import type { User } from '../../features/platform/session/user.ts';
import { destinationsOf, isCurrent, sectionOf, topLinksOf } from './navigation.ts';

const person = { userId: 'u', firstName: 'Ada', lastName: 'Surveyor', email: 'ada@landline.test' };
const acme = {
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
const superAdmin: User = { ...person, role: 'SuperAdmin', actingAs: null };
const impersonating: User = { ...superAdmin, actingAs: acme };
const client: User = { ...person, role: 'ClientUser', client: acme };

const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label);

describe('the top bar', () => {
  test.each([
    { who: superAdmin, links: ['About', 'Contact', 'Go to Portal', 'Go to Chat Bot'] },
    { who: client, links: ['Support'] },
    { who: impersonating, links: ['Support'] },
  ])('shows $who.role $links', ({ who, links }) => {
    expect(labels(topLinksOf(who))).toEqual(links);
  });
});

describe('the sidebar', () => {
  test("shows the destinations of the user's portal", () => {
    expect(labels(destinationsOf(superAdmin))).toContain('Client Management');
    expect(labels(destinationsOf(client))).toEqual([
      'Dashboard',
      'Billing',
      'Account Settings',
      'AI Analytics',
      'AI Customization',
      'AI Content Requests',
      'Property Finder',
      'Support',
    ]);
    expect(destinationsOf(impersonating)).toEqual(destinationsOf(client));
  });
  test('lists datasets below the hub', () => {
    const withDatasets = (user: User) =>
      labels(destinationsOf(user).filter(({ hasDatasets }) => hasDatasets));
    expect(withDatasets(superAdmin)).toEqual(['Property Hub']);
    expect(withDatasets({ ...superAdmin, role: 'Admin' })).toEqual(['Property Hub']);
    expect(withDatasets(client)).toEqual([]);
  });
  test('disables destinations closed in demo mode', () => {
    const demo: User = { ...client, client: { ...acme, product_config: { demo_mode: true } } };
    const disabledOf = (user: User) => labels(destinationsOf(user).filter(({ disabled }) => disabled));
    expect(disabledOf(demo)).toEqual(['Billing', 'Account Settings']);
    expect(disabledOf(client)).toEqual([]);
  });
});

test.each([
  ['/SuperAdminPortal?tab=system-overview', '/superadminportal', '', true],
  ['/SuperAdminPortal?tab=client-management', '/SuperAdminPortal', '?tab=client-management', true],
  ['/SuperAdminPortal?tab=client-management', '/SuperAdminPortal', '', false],
  ['/client/portal?tab=dashboard', '/ClientPortal', '', true],
  ['/client/portal?tab=billing', '/client/acme/portal/', '?tab=billing', true],
  ['/propertyhub', '/propertyhub/lebanon', '', false],
])('reports %s as current at %s%s: %s', (to, pathname, search, here) => {
  expect(isCurrent({ to }, pathname, search)).toBe(here);
});

test.each([
  {
    who: superAdmin,
    trail: ['/SuperAdminPortal', '/SuperAdminPortal?tab=system-config'],
    section: 'System Configuration',
  },
  { who: superAdmin, trail: ['/SuperAdminPortal', '/propertyhub'], section: 'Property Hub' },
  { who: superAdmin, trail: ['/SuperAdminPortal', '/ai'], section: undefined },
  {
    who: { ...superAdmin, role: 'Admin' as const },
    trail: ['/AdminPortal', '/ai', '/ai/clients'],
    section: 'Client Selection',
  },
])('places a page of $who.role below $trail in $section', ({ who, trail, section }) => {
  const crumbs = trail.map((to) => ({ label: to, to }));
  expect(sectionOf(destinationsOf(who), crumbs)?.label).toBe(section);
});
