import { Button, Skeleton } from '@mantine/core';
import { formatRelativeTime } from '../../../shared/format.ts';
import { messageOf } from '../../../shared/http/errors.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useNotifications } from '../../notifications/provider.tsx';
import { useRevokeSession, useSessions } from '../api/sessions.ts';
import classes from './account-settings.module.css';

/** Where the account is signed in; any other device can be signed out from here. */
export function SessionsCard() {
  const notify = useNotifications();
  const { data, error, isPending, refetch } = useSessions();
  const revoke = useRevokeSession();
  return (
    <Card title="Sessions">
      {isPending && <Skeleton height={48} />}
      {error && <ErrorState title="Your sessions could not be loaded" error={error} onRetry={refetch} />}
      {data && (
        <ul className={classes.sessions}>
          {data.sessions.map(({ id, device, lastUsedAt, current }) => (
            <li key={id}>
              <span>
                <span className={classes.device}>
                  {device}
                  {current && <Tag>This device</Tag>}
                </span>
                <span className={classes.used}>
                  Last used: {formatRelativeTime(Date.parse(lastUsedAt), Date.now())}
                </span>
              </span>
              {!current && (
                <Button
                  variant="default"
                  loading={revoke.isPending && revoke.variables === id}
                  aria-label={`Sign out ${device}`}
                  onClick={() =>
                    revoke.mutate(id, {
                      onSuccess: () => notify.success(`${device} has been signed out.`),
                      onError: (problem) => notify.error(messageOf(problem)),
                    })
                  }
                >
                  Sign Out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
