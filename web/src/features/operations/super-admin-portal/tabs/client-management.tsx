import { IconChartBar, IconLayoutDashboard, IconListSearch } from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../../shared/ui/link-card.tsx';
import { PendingList } from '../../../assistant/content-requests/components/pending-list.tsx';
import { ClientList } from '../../../clients/clients/components/client-list.tsx';
import classes from './tabs.module.css';

/** Client Management tab (spec 000 §2). */
export default function ClientManagement() {
  return (
    <div className={classes.sections}>
      <PendingList />
      <ClientList />
      <LinkCards label="Pages">
        <LinkCard title="Client Selection" to="/ai/clients" icon={IconListSearch}>
          Find a client by name.
        </LinkCard>
        <LinkCard title="Analytics" to="/ai/client-analytics" icon={IconChartBar}>
          Visitor questions and usage by client.
        </LinkCard>
        <LinkCard title="AI Dashboard" to="/ai" icon={IconLayoutDashboard}>
          Clients, settings and tools for the AI assistant.
        </LinkCard>
      </LinkCards>
    </div>
  );
}
