import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../shared/ui/card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { useTwoFactor } from '../api/two-factor.ts';
import classes from './account-settings.module.css';
import { DisableTwoFactorModal } from './disable-two-factor-modal.tsx';
import { EnableTwoFactorModal } from './enable-two-factor-modal.tsx';

/** Two-factor sign-in: a code of an authenticator app beside the password. */
export function TwoFactorCard() {
  const { data, error, isPending, refetch } = useTwoFactor();
  const [opened, setOpened] = useState<'enable' | 'disable' | null>(null);
  const close = () => setOpened(null);
  return (
    <Card title="Two-factor sign-in">
      {isPending && <Skeleton height={36} />}
      {error && (
        <ErrorState title="Two-factor sign-in could not be looked up" error={error} onRetry={refetch} />
      )}
      {data && (
        <dl className={classes.rows}>
          <div>
            <dt>{data.enabled ? 'On' : 'Off'}</dt>
            <dd>
              {data.enabled
                ? `Signing in asks for a code of your authenticator app. Recovery codes left: ${data.recoveryCodesLeft}.`
                : 'Signing in asks for your password only.'}
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
      {opened === 'enable' && <EnableTwoFactorModal onClose={close} />}
      {opened === 'disable' && <DisableTwoFactorModal onClose={close} />}
    </Card>
  );
}
