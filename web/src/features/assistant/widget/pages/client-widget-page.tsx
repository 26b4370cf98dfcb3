import { Anchor, Group } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { Page } from '../../../../shared/ui/page.tsx';
import { TabBar, useTab } from '../../../../shared/ui/tab-bar.tsx';
import { useClientRecord } from '../../../clients/clients/api/clients.ts';
import { ClientMissing } from '../../../clients/clients/components/client-missing.tsx';
import { useBranding } from '../api/branding.ts';
import { useConfiguration } from '../api/client-widget.ts';
import { EmbedCodes } from '../components/embed-codes.tsx';
import { WidgetSettings } from '../components/widget-settings.tsx';
import { Security } from '../tabs/security.tsx';
import { Versions } from '../tabs/versions.tsx';
import { useWidgetScript } from '../use-widget-script.ts';

const TABS = [
  { key: 'settings', label: 'Widget Settings' },
  { key: 'security', label: 'Security' },
  { key: 'embed', label: 'Embed Code' },
  { key: 'versions', label: 'Versions' },
] as const;

/** /ai/widget/client/:clientId and /ai/client-config/:clientId (spec 002 §2). */
export function Component() {
  const { clientId = '' } = useParams();
  const { data: client, error, refetch } = useClientRecord(clientId);
  const tab = useTab(TABS);
  useLivePreview(client ? clientId : null);
  if (!client)
    return <ClientMissing title="Widget Configuration" error={error} onRetry={() => void refetch()} />;
  return (
    <Page title="Widget Configuration" subtitle={client.name} names={{ clientId: client.name }}>
      <Group gap="lg" mb="md">
        <Anchor component={Link} to="/ai/clients" size="sm">
          Client List
        </Anchor>
        <Anchor
          component={Link}
          to={`/ai/client-analytics?clientId=${encodeURIComponent(clientId)}`}
          size="sm"
        >
          View Analytics
        </Anchor>
        <Anchor component={Link} to={`/ai/widget/test?clientId=${encodeURIComponent(clientId)}`} size="sm">
          Open Widget Test
        </Anchor>
      </Group>
      <TabBar label="Widget configuration" tabs={TABS} current={tab} />
      {tab === 'settings' && <WidgetSettings clientId={clientId} />}
      {tab === 'security' && <Security clientId={clientId} />}
      {tab === 'embed' && <Embed clientId={clientId} />}
      {tab === 'versions' && <Versions clientId={clientId} />}
    </Page>
  );
}

/** Shows the saved widget on this page and reloads it after changes. */
function useLivePreview(clientId: string | null) {
  const { data: branding } = useBranding(clientId);
  const { data: configuration } = useConfiguration(clientId ?? '', clientId !== null);
  useWidgetScript(branding && configuration ? clientId : null, {
    revision: JSON.stringify([branding, configuration]),
  });
}

function Embed({ clientId }: { clientId: string }) {
  const { data } = useConfiguration(clientId);
  return <EmbedCodes clientId={clientId} position={data?.position} />;
}
