import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../../shared/ui/card.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { useTwoFactor } from '../api/account.ts';
import classes from './account-settings.module.css';
import { DisableTwoFactorModal } from './disable-two-factor-modal.tsx';
import { EnableTwoFactorModal } from './enable-two-factor-modal.tsx';

/** Shows and changes the two-factor status. */
export function TwoFactorCard() {
  const twoFactor = useTwoFactor();
  const [opened, setOpened] = useState<'enable' | 'disable' | null>(null);
  const close = () => setOpened(null);
  return (
    <Card title="Two-factor sign-in">
      <QueryBody
        query={twoFactor}
        errorTitle="Two-factor settings could not be loaded"
        skeleton={<Skeleton height={36} role="status" aria-label="Loading two-factor settings" />}
      >
        {(data) => (
          <dl className={classes.rows}>
            <div>
              <dt>{data.enabled ? 'On' : 'Off'}</dt>
              <dd>
                {data.enabled
                  ? `You sign in with your password and a code from your authenticator app. Recovery codes left: ${data.recoveryCodesLeft}.`
                  : 'You sign in with your password only.'}
              </dd>
              <dd>
                <Button
                  variant={data.enabled ? 'default' : 'filled'}
                  onClick={() => setOpened(data.enabled ? 'disable' : 'enable')}
                >
                  {data.enabled ? 'Turn Off' : 'Turn On'}
                </Button>
              </dd>
            </div>
          </dl>
        )}
      </QueryBody>
      {opened === 'enable' && <EnableTwoFactorModal onClose={close} />}
      {opened === 'disable' && <DisableTwoFactorModal onClose={close} />}
    </Card>
  );
}
