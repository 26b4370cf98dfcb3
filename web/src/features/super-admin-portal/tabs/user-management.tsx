import { IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../shared/ui/link-card.tsx';
import { InviteClientAdminForm } from '../../client-admins/components/invite-form.tsx';
import classes from './tabs.module.css';

/** Invites administrators of clients, and leads to them (spec 000 §2). */
export function UserManagement() {
  return (
    <div className={classes.sections}>
      <div className={classes.form}>
        <InviteClientAdminForm />
      </div>
      <LinkCards label="Where to go">
        <LinkCard
          title="Client Admin Directory"
          to="/SuperAdminPortal/client-admin-directory"
          icon={IconUsers}
        >
          Search, look at and change the administrators of clients.
        </LinkCard>
        <LinkCard title="Staff" to="/SuperAdminPortal/staff" icon={IconUsersGroup}>
          Invite staff, change their roles, deactivate them.
        </LinkCard>
      </LinkCards>
    </div>
  );
}
