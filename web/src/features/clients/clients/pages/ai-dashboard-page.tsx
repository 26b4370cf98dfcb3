import {
  IconCalculator,
  IconChartBar,
  IconDeviceDesktop,
  IconListSearch,
  IconMessageChatbot,
  IconPalette,
  IconReceipt2,
  IconSettings,
  IconUserPlus,
} from '@tabler/icons-react';
import { formatCount } from '../../../../shared/format.ts';
import { LinkCard, LinkCards } from '../../../../shared/ui/link-card.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { ErrorState } from '../../../../shared/ui/states.tsx';
import { useClients } from '../api/clients.ts';

/** /ai (spec 002 §2): tiles of the AI area and client counts. */
export function Component() {
  const { data, error, refetch } = useClients();
  const aiClients = data?.filter(({ has_ai_assistant }) => has_ai_assistant);
  const withCustomWidget = aiClients?.filter(({ has_custom_widget }) => has_custom_widget);
  return (
    <Page title="AI Dashboard" subtitle="Clients, settings and tools for the AI assistant.">
      {error && !data ? (
        <ErrorState title="Error Loading Dashboard" error={error} onRetry={() => void refetch()} />
      ) : (
        <StatCards label="Clients">
          <StatCard label="AI Clients" value={aiClients && formatCount(aiClients.length)} />
          <StatCard
            label="With a custom widget"
            value={withCustomWidget && formatCount(withCustomWidget.length)}
          />
        </StatCards>
      )}
      <LinkCards label="AI area">
        <LinkCard title="Client Management" to="/ai/clients" icon={IconListSearch}>
          Find and manage clients.
        </LinkCard>
        <LinkCard title="Chatbot Console" to="/ai/chat" icon={IconMessageChatbot}>
          Chat with a client's assistant and check its sources.
        </LinkCard>
        <LinkCard title="Analytics" to="/ai/client-analytics" icon={IconChartBar}>
          Visitor questions, answer quality and billing.
        </LinkCard>
        <LinkCard title="Pricing Calculator" to="/ai/pricing" icon={IconReceipt2}>
          Compare plans with prospects.
        </LinkCard>
        <LinkCard title="ROI Calculator" to="/ai/roi-calculator" icon={IconCalculator}>
          Estimate what the assistant saves a business.
        </LinkCard>
        <LinkCard title="Add Client" to="/ai/add-client" icon={IconUserPlus}>
          Set up a client's products, plan and domains.
        </LinkCard>
        <LinkCard title="Global Settings" to="/ai/settings" icon={IconSettings}>
          Defaults for clients without their own settings.
        </LinkCard>
        <LinkCard title="Widget Templates" to="/ai/widget/global" icon={IconPalette}>
          Default designs for every client's widget.
        </LinkCard>
        <LinkCard title="Widget Testing" to="/ai/widget/test" icon={IconDeviceDesktop}>
          Preview a client's widget on a sample page.
        </LinkCard>
      </LinkCards>
    </Page>
  );
}
