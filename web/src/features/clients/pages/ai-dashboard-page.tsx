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
import { LinkCard, LinkCards } from '../../../shared/ui/link-card.tsx';
import { Page } from '../../../shared/ui/page.tsx';

/** /ai (002 §2): the tiles of what there is. */
export function Component() {
  return (
    <Page title="AI Dashboard" subtitle="What belongs to the assistant.">
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
