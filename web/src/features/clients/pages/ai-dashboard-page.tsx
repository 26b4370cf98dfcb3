import { Skeleton } from '@mantine/core';
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
import { formatCount } from '../../../shared/format.ts';
import { LinkCard, LinkCards } from '../../../shared/ui/link-card.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { StatCard, StatCards } from '../../../shared/ui/stat-card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { useClients } from '../api/list-clients.ts';

/** /ai (002 §2): the tiles of what there is, and how many clients have it. */
export function Component() {
  const { data, error, refetch } = useClients();
  const having = data?.filter(({ has_ai_assistant }) => has_ai_assistant);
  const figure = (count: number | undefined) =>
    count === undefined ? (
      <Skeleton width={56} height={30} role="status" aria-label="Loading" />
    ) : (
      formatCount(count)
    );
  return (
    <Page title="AI Dashboard" subtitle="What belongs to the assistant.">
      {error && !data ? (
        <ErrorState title="Error Loading Dashboard" error={error} onRetry={() => void refetch()} />
      ) : (
        <StatCards label="Clients">
          <StatCard label="AI Clients" value={figure(having?.length)} />
          <StatCard
            label="With a widget of their own"
            value={figure(having?.filter(({ has_custom_widget }) => has_custom_widget).length)}
          />
          <StatCard
            label="Without a website"
            value={figure(having?.filter(({ primary_domain }) => !primary_domain).length)}
          />
        </StatCards>
      )}
      <LinkCards label="AI area">
        <LinkCard title="Client Management" to="/ai/clients" icon={IconListSearch}>
          Choose a client and manage it.
        </LinkCard>
        <LinkCard title="Chatbot Console" to="/ai/chat" icon={IconMessageChatbot}>
          Ask a client's assistant, and see what its answers rest on.
        </LinkCard>
        <LinkCard title="Analytics" to="/ai/client-analytics" icon={IconChartBar}>
          What visitors ask, how well they are answered, and what is billed.
        </LinkCard>
        <LinkCard title="Pricing Calculator" to="/ai/pricing" icon={IconReceipt2}>
          The plans, side by side, for prospects.
        </LinkCard>
        <LinkCard title="ROI Calculator" to="/ai/roi-calculator" icon={IconCalculator}>
          What the assistant saves a business, and what it costs.
        </LinkCard>
        <LinkCard title="Add Client" to="/ai/add-client" icon={IconUserPlus}>
          Its products, plan and domains.
        </LinkCard>
        <LinkCard title="Global Settings" to="/ai/settings" icon={IconSettings}>
          What holds for every client that has nothing of its own.
        </LinkCard>
        <LinkCard title="Widget Templates" to="/ai/widget/global" icon={IconPalette}>
          What every client's widget starts from.
        </LinkCard>
        <LinkCard title="Widget Testing" to="/ai/widget/test" icon={IconDeviceDesktop}>
          A client's widget on a simulated page.
        </LinkCard>
      </LinkCards>
    </Page>
  );
}
