import { Skeleton } from '@mantine/core';
import { IconFlaskOff, IconMapOff } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { type ComponentType, Suspense } from 'react';
import { Page } from '../../../../shared/ui/page.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useClient } from '../../../platform/session/context.ts';
import type { SignedInClient } from '../../../platform/session/user.ts';
import { AccessRestricted } from '../components/access-restricted.tsx';
import { DemoNotice } from '../components/demo-notice.tsx';
import { type ClientTabKey, NOT_IN_DEMO, type TabView, viewOf } from '../portal-tabs.ts';
import { Billing } from '../tabs/billing.tsx';
import { Dashboard } from '../tabs/dashboard.tsx';
import { GeoLeads } from '../tabs/geo-leads.tsx';

/** A tab of another feature; `app` provides it. */
export type ClientTab = ComponentType<{ client: SignedInClient }>;
export type ClientTabs = Readonly<
  Record<Exclude<ClientTabKey, 'dashboard' | 'billing' | 'geo-leads'>, ClientTab>
>;

/** Also part of the first paint (`index.html`). */
const DASHBOARD_SUBTITLE = 'Your account, your services and how to contact support.';

/** /client/portal, /ClientPortal and /client/:clientId/portal (spec 000 §2); the sidebar lists its tabs. */
export function ClientPortalPage({ tabs }: { tabs: ClientTabs }) {
  const current = useClient();
  const [tab] = useQueryState('tab');
  if (!current) return null;
  const { client, isImpersonating } = current;
  const view = viewOf(tab, client);
  const isDashboard = view.kind === 'shown' && view.key === 'dashboard';
  return (
    <Page
      title={titleOf(view, isImpersonating ? client.name : null)}
      subtitle={isDashboard && DASHBOARD_SUBTITLE}
    >
      {client.product_config.demo_mode && <DemoNotice />}
      <View key={client.id} view={view} client={client} tabs={tabs} />
    </Page>
  );
}

function titleOf(view: TabView, impersonated: string | null): string {
  if (view.kind === 'not-found') return 'Page Not Found';
  if (view.kind !== 'shown') return view.label;
  if (view.key === 'billing') return 'Billing & Subscription';
  if (view.key !== 'dashboard') return view.label;
  return impersonated === null ? 'Welcome Dashboard' : `Welcome to ${impersonated}'s Dashboard`;
}

interface ViewProps {
  view: TabView;
  client: SignedInClient;
  tabs: ClientTabs;
}

function View({ view, client, tabs }: ViewProps) {
  switch (view.kind) {
    case 'not-found':
      return (
        <EmptyState title="Page Not Found" icon={IconMapOff}>
          This page does not exist. Choose another one from the menu.
        </EmptyState>
      );
    case 'restricted':
      return <AccessRestricted feature={view.label} />;
    case 'demo':
      return (
        <EmptyState title={NOT_IN_DEMO} icon={IconFlaskOff}>
          Upgrade to a full account to use {view.label}.
        </EmptyState>
      );
    case 'shown':
      return <TabContent tab={view.key} client={client} tabs={tabs} />;
  }
}

function TabContent({ tab, client, tabs }: Omit<ViewProps, 'view'> & { tab: ClientTabKey }) {
  if (tab === 'dashboard') return <Dashboard client={client} />;
  if (tab === 'billing') return <Billing />;
  if (tab === 'geo-leads') return <GeoLeads clientId={client.id} />;
  const Tab = tabs[tab];
  return (
    <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading" />}>
      <Tab client={client} />
    </Suspense>
  );
}
