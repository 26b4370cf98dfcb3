import { Box, Button, Group, Skeleton } from '@mantine/core';
import { useRef } from 'react';
import { formatRelativeTime } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useNotifications } from '../../../clients/notifications/provider.tsx';
import { useRevokeOtherSessions, useRevokeSession, useSessions } from '../api/account.ts';
import classes from './account-settings.module.css';

/** Lists the account's sessions, with buttons that sign out the other devices. */
export function SessionsCard() {
  const notify = useNotifications();
  const sessions = useSessions();
  const revoke = useRevokeSession();
  const revokeOthers = useRevokeOtherSessions();
  const list = useRef<HTMLUListElement>(null);
  // The button, which has the focus, is removed with its session.
  const report = (success: string) => ({
    onSuccess: () => {
      list.current?.focus();
      notify.success(success);
    },
    onError: (error: unknown) => notify.error(messageOf(error)),
  });
  return (
    <Card title="Sessions">
      <QueryBody
        query={sessions}
        errorTitle="Your sessions could not be loaded"
        skeleton={<Skeleton height={48} role="status" aria-label="Loading sessions" />}
      >
        {(data) => (
          <>
            <ul
              ref={list}
              tabIndex={-1}
              aria-label="Sessions"
              className={`${common.list} ${classes.sessions}`}
            >
              {data.sessions.map(({ id, device, lastUsedAt, current }) => (
                <li key={id}>
                  <span>
                    <Group component="span" gap="2px 8px" fw={550}>
                      {device}
                      {current && <Tag>This device</Tag>}
                    </Group>
                    <Box component="span" fz="sm" c="dimmed">
                      Last used: {formatRelativeTime(Date.parse(lastUsedAt), Date.now())}
                    </Box>
                  </span>
                  {!current && (
                    <Button
                      variant="default"
                      loading={revoke.isPending && revoke.variables === id}
                      disabled={revoke.isPending}
                      aria-label={`Sign out ${device}`}
                      onClick={() => revoke.mutate(id, report(`${device} has been signed out.`))}
                    >
                      Sign Out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {data.sessions.length > 1 && (
              <Group justify="flex-end" mt="sm">
                <Button
                  variant="default"
                  loading={revokeOthers.isPending}
                  onClick={() =>
                    revokeOthers.mutate(undefined, report('You have been signed out everywhere else.'))
                  }
                >
                  Sign out everywhere else
                </Button>
              </Group>
            )}
          </>
        )}
      </QueryBody>
    </Card>
  );
}
