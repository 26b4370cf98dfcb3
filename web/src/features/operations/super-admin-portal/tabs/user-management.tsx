import { Box } from '@mantine/core';
import { IconKey, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../../shared/ui/link-card.tsx';
import { InviteClientAdminForm } from '../../../identity/client-admins/components/invite-client-admin-form.tsx';
import classes from './tabs.module.css';

/** User Management tab: invites client administrators (spec 000 §2). */
export default function UserManagement() {
  return (
    <div className={classes.sections}>
      <Box maw={640}>
        <InviteClientAdminForm />
      </Box>
      <LinkCards label="Pages">
        <LinkCard
          title="Client Admin Directory"
          to="/SuperAdminPortal/client-admin-directory"
          icon={IconUsers}
        >
          Search, view and edit client administrators.
        </LinkCard>
        <LinkCard title="Staff" to="/SuperAdminPortal/staff" icon={IconUsersGroup}>
          Invite team members, change roles and deactivate accounts.
        </LinkCard>
        <LinkCard title="Operator tokens" to="/SuperAdminPortal/operator-tokens" icon={IconKey}>
          Operate this installation from the command line of another machine.
        </LinkCard>
      </LinkCards>
    </div>
  );
}
