import { IconLayoutDashboard, IconMap2, IconUserCircle } from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../../shared/ui/link-card.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useUser } from '../../../platform/session/context.ts';
import { nameOf } from '../../../platform/session/user.ts';

/** Start pages of Admin, Manager and Employee. */
export function Component() {
  const user = useUser();
  if (!user) return null;
  return (
    <Page title={`Welcome, ${nameOf(user)}`}>
      {user.role === 'Admin' ? (
        <LinkCards label="What you can do">
          <LinkCard title="Property Hub" to="/propertyhub" icon={IconMap2}>
            Review and classify scored parcels.
          </LinkCard>
          <LinkCard title="AI Dashboard" to="/ai" icon={IconLayoutDashboard}>
            Add and manage clients.
          </LinkCard>
        </LinkCards>
      ) : (
        <EmptyState title={`You are signed in as ${user.role}`} icon={IconUserCircle}>
          Your role has no tools yet. Ask a SuperAdmin if you need access.
        </EmptyState>
      )}
    </Page>
  );
}
