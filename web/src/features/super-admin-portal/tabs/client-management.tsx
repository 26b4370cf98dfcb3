import { IconChartBar, IconLayoutDashboard, IconListSearch } from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../shared/ui/link-card.tsx';
import { ClientList } from '../../clients/components/client-list.tsx';
import { PendingList } from '../../content-requests/components/pending-list.tsx';
import classes from './tabs.module.css';

/** All clients (spec 000 §2). */
export function ClientManagement() {
  return (
    <div className={classes.sections}>
      <PendingList />
      <ClientList />
      <LinkCards label="Where to go">
        <LinkCard title="Client Selection" to="/ai/clients" icon={IconListSearch}>
          Find a client by its name.
        </LinkCard>
        <LinkCard title="Analytics" to="/ai/client-analytics" icon={IconChartBar}>
          What clients' visitors ask, and what clients use.
        </LinkCard>
        <LinkCard title="AI Dashboard" to="/ai" icon={IconLayoutDashboard}>
          What belongs to the assistant.
        </LinkCard>
      </LinkCards>
    </div>
  );
}
