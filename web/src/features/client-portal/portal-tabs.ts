/** What decides which tabs a client has. */
export interface PortalClient {
  has_ai_assistant: boolean;
  has_geo_leads: boolean;
  product_config: { demo_mode: boolean };
}

type Product = 'has_ai_assistant' | 'has_geo_leads';

interface ClientTab {
  key: string;
  label: string;
  /** Which product it belongs to. */
  product?: Product;
  /** Disabled for demo clients. */
  closedInDemo?: true;
}

/**
 * The tabs of the client's portal (spec 000 §2), the first one by default: the document names dashboard in one place
 * and ai-chat, which it never describes, in another.
 */
const CLIENT_TABS = [
  { key: 'dashboard', label: 'Dashboard' },
  { key: 'billing', label: 'Billing', closedInDemo: true },
  { key: 'account-settings', label: 'Account Settings', closedInDemo: true },
  { key: 'analytics', label: 'AI Analytics', product: 'has_ai_assistant' },
  { key: 'customization', label: 'AI Customization', product: 'has_ai_assistant' },
  { key: 'content-requests', label: 'AI Content Requests', product: 'has_ai_assistant' },
  { key: 'geo-leads', label: 'Property Finder', product: 'has_geo_leads' },
] as const satisfies readonly ClientTab[];
export type ClientTabKey = (typeof CLIENT_TABS)[number]['key'];

export const NOT_IN_DEMO = 'Not available in demo mode';

const has = (client: PortalClient, { product }: ClientTab) => product === undefined || client[product];
const isClosed = (client: PortalClient, { closedInDemo }: ClientTab) =>
  closedInDemo === true && client.product_config.demo_mode;

/** The tabs that a client sees; those that a demo closes say so. */
export const tabsOf = (client: PortalClient) =>
  CLIENT_TABS.filter((tab) => has(client, tab)).map((tab) => ({
    ...tab,
    disabled: isClosed(client, tab) ? NOT_IN_DEMO : undefined,
  }));

export type TabView =
  | { kind: 'shown'; key: ClientTabKey; label: string }
  | { kind: 'not-found' }
  | { kind: 'restricted'; feature: string }
  | { kind: 'demo'; label: string };

/** What `?tab=` shows a client (spec 000 §2, §6). */
export function viewOf(value: string | null, client: PortalClient): TabView {
  const wanted = value ?? CLIENT_TABS[0].key;
  const tab = CLIENT_TABS.find(({ key }) => key === wanted);
  const lacking: ClientTab | undefined = CLIENT_TABS.find(
    (each) => each.key === wanted && !has(client, each),
  );
  if (lacking) return { kind: 'restricted', feature: lacking.label };
  if (!tab) return { kind: 'not-found' };
  if (isClosed(client, tab)) return { kind: 'demo', label: tab.label };
  return { kind: 'shown', key: tab.key, label: tab.label };
}
