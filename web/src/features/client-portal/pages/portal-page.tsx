import { Skeleton } from '@mantine/core';
import { IconFlaskOff, IconMapOff } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { lazy, Suspense } from 'react';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { TabBar } from '../../../shared/ui/tab-bar.tsx';
import { useClient } from '../../session/context.ts';
import { AccessRestricted } from '../components/access-restricted.tsx';
import { DemoNotice } from '../components/demo-notice.tsx';
import { type ClientTabKey, NOT_IN_DEMO, type TabView, tabsOf, viewOf } from '../portal-tabs.ts';
import { Billing } from '../tabs/billing.tsx';
import { Dashboard } from '../tabs/dashboard.tsx';
import { GeoLeads } from '../tabs/geo-leads.tsx';

/** Brings forms and their schemas, which the other tabs do without. */
const Customization = lazy(async () => ({
  default: (await import('../tabs/customization.tsx')).Customization,
}));
const ClientAnalytics = lazy(async () => ({
  default: (await import('../../analytics/components/client-analytics.tsx')).ClientAnalytics,
}));
const ContentRequests = lazy(async () => ({
  default: (await import('../tabs/content-requests.tsx')).ContentRequests,
}));
const AccountSettings = lazy(async () => ({
  default: (await import('../../account/components/account-settings.tsx')).AccountSettings,
}));

/** Stands in the page's own frame too (`index.html`). */
const DASHBOARD = 'Your account, the services that it includes, and where to write when you need a hand.';

/** /client/portal, /ClientPortal and /client/:clientId/portal (spec 000 §2). */
export function Component() {
  const acting = useClient();
  const [tab] = useQueryState('tab');
  if (!acting) return null;
  const { client, isImpersonating } = acting;
  const view = viewOf(tab, client);
  const isDashboard = view.kind === 'shown' && view.key === 'dashboard';
  return (
    <Page title={titleOf(view, isImpersonating ? client.name : null)} subtitle={isDashboard && DASHBOARD}>
      {client.product_config.demo_mode && <DemoNotice />}
      <TabBar label="Client portal" tabs={tabsOf(client)} current={view.kind === 'shown' ? view.key : ''} />
      <View view={view} client={client} />
    </Page>
  );
}

function titleOf(view: TabView, impersonated: string | null): string {
  if (view.kind === 'not-found') return 'Page Not Found';
  if (view.kind === 'restricted') return view.feature;
  if (view.kind === 'demo') return view.label;
  if (view.key === 'billing') return 'Billing & Subscription';
  if (view.key !== 'dashboard') return view.label;
  return impersonated === null ? 'Welcome Dashboard' : `Welcome to ${impersonated}'s Dashboard`;
}

type Client = NonNullable<ReturnType<typeof useClient>>['client'];

function View({ view, client }: { view: TabView; client: Client }) {
  switch (view.kind) {
    case 'not-found':
      return (
        <EmptyState title="Page Not Found" icon={<IconMapOff size={24} stroke={1.5} />}>
          There is no such tab. Choose one of those above.
        </EmptyState>
      );
    case 'restricted':
      return <AccessRestricted feature={view.feature} />;
    case 'demo':
      return (
        <EmptyState title={NOT_IN_DEMO} icon={<IconFlaskOff size={24} stroke={1.5} />}>
          {view.label} opens with a full account.
        </EmptyState>
      );
    case 'shown':
      return <Shown tab={view.key} client={client} />;
  }
}

function Shown({ tab, client }: { tab: ClientTabKey; client: Client }) {
  const { id: clientId, name } = client;
  switch (tab) {
    case 'dashboard':
      return <Dashboard client={client} />;
    case 'billing':
      return <Billing />;
    case 'account-settings':
      return (
        <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading" />}>
          <AccountSettings />
        </Suspense>
      );
    case 'analytics':
      return (
        <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading" />}>
          <ClientAnalytics clientId={clientId} />
        </Suspense>
      );
    case 'customization':
      return (
        <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading" />}>
          <Customization clientId={clientId} />
        </Suspense>
      );
    case 'content-requests':
      return (
        <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading" />}>
          <ContentRequests clientId={clientId} clientName={name} />
        </Suspense>
      );
    case 'geo-leads':
      return <GeoLeads clientId={clientId} />;
  }
}
