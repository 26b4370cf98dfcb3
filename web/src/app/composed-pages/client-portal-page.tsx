import { type ComponentProps, lazy } from 'react';
import {
  ClientPortalPage,
  type ClientTab,
  type ClientTabs,
} from '../../features/clients/client-portal/pages/portal-page.tsx';

/** Loads a tab when it is opened, because its forms and charts are too large to load with the other tabs. */
const lazyTab = (load: () => Promise<ClientTab>) => lazy(async () => ({ default: await load() }));
type TabProps = ComponentProps<ClientTab>;

const TABS: ClientTabs = {
  'account-settings': lazyTab(
    async () =>
      (await import('../../features/identity/account/components/account-settings.tsx')).AccountSettings,
  ),
  analytics: lazyTab(async () => {
    const { ClientAnalytics } = await import(
      '../../features/assistant/analytics/components/client-analytics.tsx'
    );
    return ({ client }: TabProps) => <ClientAnalytics clientId={client.id} />;
  }),
  customization: lazyTab(async () => {
    const { ClientCustomization } = await import(
      '../../features/assistant/widget/components/client-customization.tsx'
    );
    return ({ client }: TabProps) => <ClientCustomization clientId={client.id} />;
  }),
  'content-requests': lazyTab(async () => {
    const { ClientContentRequests } = await import(
      '../../features/assistant/content-requests/components/client-content-requests.tsx'
    );
    return ({ client }: TabProps) => <ClientContentRequests clientId={client.id} clientName={client.name} />;
  }),
};

export const Component = () => <ClientPortalPage tabs={TABS} />;
