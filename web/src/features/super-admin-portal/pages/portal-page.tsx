import { Skeleton } from '@mantine/core';
import { useQueryState } from 'nuqs';
import { type ComponentType, lazy, Suspense } from 'react';
import { Page } from '../../../shared/ui/page.tsx';
import { TabBar } from '../../../shared/ui/tab-bar.tsx';
import { SUPER_ADMIN_TABS, type SuperAdminTab, toSuperAdminTab } from '../portal-tabs.ts';
import { SystemOverview } from '../tabs/system-overview.tsx';

/** What the first of the tabs does without. */
const ClientManagement = lazy(async () => ({
  default: (await import('../tabs/client-management.tsx')).ClientManagement,
}));
const BillingManagement = lazy(async () => ({
  default: (await import('../tabs/billing-management.tsx')).BillingManagement,
}));
const UserManagement = lazy(async () => ({
  default: (await import('../tabs/user-management.tsx')).UserManagement,
}));

const SystemConfiguration = lazy(async () => ({
  default: (await import('../tabs/system-configuration.tsx')).SystemConfiguration,
}));
const PropertyFinder = lazy(async () => ({
  default: (await import('../tabs/property-finder.tsx')).PropertyFinder,
}));

const VIEWS: Record<SuperAdminTab, ComponentType> = {
  'system-overview': SystemOverview,
  'client-management': ClientManagement,
  'billing-management': BillingManagement,
  'user-management': UserManagement,
  'system-config': SystemConfiguration,
  geoleads: PropertyFinder,
};

/** Stands in the page's own frame too (`index.html`). */
const OVERVIEW = 'What the whole system holds and does at this moment, and what waits for somebody.';

/** /SuperAdminPortal (spec 000 §2). */
export function Component() {
  const [tab] = useQueryState('tab');
  const { key, label } = toSuperAdminTab(tab);
  const View = VIEWS[key];
  return (
    <Page title={label} subtitle={key === 'system-overview' && OVERVIEW}>
      <TabBar label="Super administration" tabs={SUPER_ADMIN_TABS} current={key} />
      <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading" />}>
        <View />
      </Suspense>
    </Page>
  );
}
