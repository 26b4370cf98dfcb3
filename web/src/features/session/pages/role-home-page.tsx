import { IconLayoutDashboard, IconMap2, IconUserCircle } from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../shared/ui/link-card.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useUser } from '../context.ts';
import { nameOf } from '../user.ts';

/** The homes of Admin, Manager and Employee: what the role can really do. */
export function Component() {
  const user = useUser();
  if (!user) return null;
  return (
    <Page title={`Welcome, ${nameOf(user)}`}>
      {user.role === 'Admin' ? (
        <LinkCards label="What you can do">
          <LinkCard title="Property Hub" to="/propertyhub" icon={IconMap2}>
            Look at scored parcels and judge them.
          </LinkCard>
          <LinkCard title="AI Dashboard" to="/ai" icon={IconLayoutDashboard}>
            Add clients and manage them.
          </LinkCard>
        </LinkCards>
      ) : (
        <EmptyState
          title={`You are signed in as ${user.role}`}
          icon={<IconUserCircle size={24} stroke={1.5} />}
        >
          Nothing has been opened to this role yet. Ask a SuperAdmin if you expected to find something here.
        </EmptyState>
      )}
    </Page>
  );
}
