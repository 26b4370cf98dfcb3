import { describe, expect, test } from 'vitest';
import { type PortalClient, tabsOf, viewOf } from './portal-tabs.ts';

const both: PortalClient = {
  has_ai_assistant: true,
  has_geo_leads: true,
  product_config: { demo_mode: false },
};
const withoutFinder = { ...both, has_geo_leads: false };
const withoutAssistant = { ...both, has_ai_assistant: false };
const demo = { ...both, product_config: { demo_mode: true } };

describe('tabsOf', () => {
  const labels = (client: PortalClient) => tabsOf(client).map(({ label }) => label);
  test('lists all tabs of a client with all products', () => {
    expect(labels(both)).toEqual([
      'Dashboard',
      'Billing',
      'Account Settings',
      'AI Analytics',
      'AI Customization',
      'AI Content Requests',
      'Property Finder',
    ]);
  });
  test('omits tabs of products that the client lacks', () => {
    expect(labels(withoutFinder)).not.toContain('Property Finder');
  });
  test('disables tabs closed in demo mode with a reason', () => {
    expect(tabsOf(demo).find(({ key }) => key === 'billing')?.disabled).toBe('Not available in demo mode');
    expect(tabsOf(demo).find(({ key }) => key === 'geo-leads')?.disabled).toBeUndefined();
  });
});

describe('viewOf', () => {
  test.each([
    { tab: null, client: both, view: { kind: 'shown', key: 'dashboard' } },
    { tab: 'dashboard', client: both, view: { kind: 'shown', key: 'dashboard' } },
    { tab: 'billing', client: both, view: { kind: 'shown', key: 'billing' } },
    { tab: 'billing', client: demo, view: { kind: 'demo', label: 'Billing' } },
    { tab: 'geo-leads', client: both, view: { kind: 'shown', key: 'geo-leads' } },
    { tab: 'geo-leads', client: withoutFinder, view: { kind: 'restricted', label: 'Property Finder' } },
    { tab: 'analytics', client: both, view: { kind: 'shown', key: 'analytics' } },
    { tab: 'analytics', client: withoutAssistant, view: { kind: 'restricted', label: 'AI Analytics' } },
    {
      tab: 'customization',
      client: withoutAssistant,
      view: { kind: 'restricted', label: 'AI Customization' },
    },
    {
      tab: 'content-requests',
      client: withoutAssistant,
      view: { kind: 'restricted', label: 'AI Content Requests' },
    },
    { tab: 'nonsense', client: both, view: { kind: 'not-found' } },
    { tab: '', client: both, view: { kind: 'not-found' } },
  ])('leads from the tab $tab to $view', ({ tab, client, view }) => {
    expect(viewOf(tab, client)).toMatchObject(view);
  });
});
