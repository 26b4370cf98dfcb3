import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../../shared/ui/card.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useUser } from '../../../platform/session/context.ts';
import { nameOf } from '../../../platform/session/user.ts';
import classes from './account-settings.module.css';
import { ChangeEmailModal } from './change-email-modal.tsx';
import { ChangePasswordModal } from './change-password-modal.tsx';
import { EditNameModal } from './edit-name-modal.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

type OpenDialog = 'email' | 'name' | 'password' | null;

/** Account settings, in the client portal and on the staff account page (spec 000 §2). */
export function AccountSettings() {
  const user = useUser();
  const [opened, setOpened] = useState<OpenDialog>(null);
  const close = () => setOpened(null);
  if (!user) return null;
  if (user.role !== 'ClientUser' && user.actingAs) {
    return (
      <EmptyState title="These settings belong to the client's users">
        You are acting as {user.actingAs.name}. Only the account's owner can change these settings.
      </EmptyState>
    );
  }
  return (
    <Stack gap={16} maw={760}>
      <Card title="Profile Information">
        <dl className={classes.rows}>
          <div>
            <dt>Email</dt>
            <dd>{user.email}</dd>
            <dd>
              <Button variant="default" onClick={() => setOpened('email')}>
                Change Email
              </Button>
            </dd>
          </div>
          <div>
            <dt>Display Name</dt>
            <dd>{nameOf(user)}</dd>
            <dd>
              <Button variant="default" onClick={() => setOpened('name')}>
                Edit Name
              </Button>
            </dd>
          </div>
        </dl>
      </Card>
      <Card title="Security">
        <dl className={classes.rows}>
          <div>
            <dt>Password</dt>
            <dd>You will be logged out after changing your password.</dd>
            <dd>
              <Button variant="default" onClick={() => setOpened('password')}>
                Change Password
              </Button>
            </dd>
          </div>
        </dl>
      </Card>
      <TwoFactorCard />
      <SessionsCard />
      {opened === 'email' && <ChangeEmailModal onClose={close} />}
      {opened === 'name' && <EditNameModal user={user} onClose={close} />}
      {opened === 'password' && <ChangePasswordModal onClose={close} />}
    </Stack>
  );
}
