import { Skeleton } from '@mantine/core';
import { useQueryState } from 'nuqs';
import { type ComponentType, lazy, Suspense } from 'react';
import { Page } from '../../../../shared/ui/page.tsx';
import { type SuperAdminTabKey, superAdminTabOf } from '../portal-tabs.ts';
import { SystemOverview } from '../tabs/system-overview.tsx';

// Loaded on demand: the default tab does not need them.
const ClientManagement = lazy(() => import('../tabs/client-management.tsx'));
const BillingManagement = lazy(() => import('../tabs/billing-management.tsx'));
const UserManagement = lazy(() => import('../tabs/user-management.tsx'));
const SystemConfiguration = lazy(() => import('../tabs/system-configuration.tsx'));
const PropertyFinder = lazy(() => import('../tabs/property-finder.tsx'));

const VIEWS: Record<SuperAdminTabKey, ComponentType> = {
  'system-overview': SystemOverview,
  'client-management': ClientManagement,
  'billing-management': BillingManagement,
  'user-management': UserManagement,
  'system-config': SystemConfiguration,
  geoleads: PropertyFinder,
};

/** Repeated in `index.html`, which paints this page before its code has loaded. */
const OVERVIEW = 'System activity and items that need attention.';

/** /SuperAdminPortal (spec 000 §2); the sidebar lists its tabs. */
export function Component() {
  const [tab] = useQueryState('tab');
  const { key, label } = superAdminTabOf(tab);
  const View = VIEWS[key];
  return (
    <Page title={label} subtitle={key === 'system-overview' && OVERVIEW}>
      <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading" />}>
        <View />
      </Suspense>
    </Page>
  );
}
