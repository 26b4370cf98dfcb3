/** Tabs of /SuperAdminPortal (spec 000 §2); the first one is the default. */
export const SUPER_ADMIN_TABS = [
  { key: 'system-overview', label: 'System Overview' },
  { key: 'client-management', label: 'Client Management' },
  { key: 'billing-management', label: 'Billing Management' },
  { key: 'user-management', label: 'User Management' },
  { key: 'system-config', label: 'System Configuration' },
  { key: 'geoleads', label: 'Property Finder' },
] as const;
export type SuperAdminTabKey = (typeof SUPER_ADMIN_TABS)[number]['key'];

/** Returns the tab with a key; the first tab if there is none. */
export const superAdminTabOf = (value: string | null) =>
  SUPER_ADMIN_TABS.find(({ key }) => key === value) ?? SUPER_ADMIN_TABS[0];
