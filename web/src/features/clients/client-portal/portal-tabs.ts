/** Client properties that determine its portal tabs. */
export interface PortalClient {
  has_ai_assistant: boolean;
  has_geo_leads: boolean;
  product_config: { demo_mode: boolean };
}

type Product = 'has_ai_assistant' | 'has_geo_leads';

interface TabDefinition {
  key: string;
  label: string;
  /** Product that includes the tab. */
  product?: Product;
  closedInDemo?: true;
}

/**
 * Tabs of the client portal (spec 000 §2). The first is the default. The specification also names ai-chat as the
 * default, but describes no such tab.
 */
const CLIENT_TABS = [
  { key: 'dashboard', label: 'Dashboard' },
  { key: 'billing', label: 'Billing', closedInDemo: true },
  { key: 'account-settings', label: 'Account Settings', closedInDemo: true },
  { key: 'analytics', label: 'AI Analytics', product: 'has_ai_assistant' },
  { key: 'customization', label: 'AI Customization', product: 'has_ai_assistant' },
  { key: 'content-requests', label: 'AI Content Requests', product: 'has_ai_assistant' },
  { key: 'geo-leads', label: 'Property Finder', product: 'has_geo_leads' },
] as const satisfies readonly TabDefinition[];
export type ClientTabKey = (typeof CLIENT_TABS)[number]['key'];

export const NOT_IN_DEMO = 'Not available in demo mode';

const includesTab = (client: PortalClient, { product }: TabDefinition) =>
  product === undefined || client[product];
const isClosed = (client: PortalClient, { closedInDemo }: TabDefinition) =>
  closedInDemo === true && client.product_config.demo_mode;

/** Returns a client's tabs; those closed in demo mode are disabled with a reason. */
export const tabsOf = (client: PortalClient) =>
  CLIENT_TABS.filter((tab) => includesTab(client, tab)).map((tab) => ({
    ...tab,
    disabled: isClosed(client, tab) ? NOT_IN_DEMO : undefined,
  }));

export type TabView =
  | { kind: 'shown'; key: ClientTabKey; label: string }
  | { kind: 'not-found' }
  | { kind: 'restricted'; label: string }
  | { kind: 'demo'; label: string };

/** Returns the view of `?tab=` (spec 000 §2, §6). */
export function viewOf(value: string | null, client: PortalClient): TabView {
  const tab = CLIENT_TABS.find(({ key }) => key === (value ?? CLIENT_TABS[0].key));
  if (!tab) return { kind: 'not-found' };
  if (!includesTab(client, tab)) return { kind: 'restricted', label: tab.label };
  if (isClosed(client, tab)) return { kind: 'demo', label: tab.label };
  return { kind: 'shown', key: tab.key, label: tab.label };
}
