import { ActionIcon, Anchor, Box, CloseButton, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { formatRelativeTime } from '../../../../shared/format.ts';
import { useNotificationList, useNotifications } from '../provider.tsx';
import classes from './notification-center.module.css';
import { NOTIFICATION_COLORS, notificationIcon } from './notification-style.tsx';

/** The top bar's bell with the notifications, newest first. */
export function NotificationCenter() {
  const store = useNotifications();
  const list = useNotificationList();
  const [opened, { toggle, close }] = useDisclosure(false, { onClose: store.markRead });
  const unread = list.filter(({ isRead }) => !isRead).length;
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      position="bottom-end"
      width="min(360px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          onClick={toggle}
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} new`}
          className={classes.bell ?? ''}
        >
          <IconBell size={18} stroke={1.6} />
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unread > 9 ? '9+' : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <div className={classes.head}>
          <Box component="h2" m={0} fz="md" fw={600}>
            Notifications
          </Box>
          {list.length > 0 && (
            <Anchor component="button" type="button" size="sm" onClick={store.clear}>
              Clear all
            </Anchor>
          )}
        </div>
        {list.length === 0 ? (
          <Box component="p" m={0} p="24px 16px" c="dimmed">
            No notifications yet. New ones appear here while you work.
          </Box>
        ) : (
          <ul className={classes.list}>
            {list.map(({ id, type, category, message, timestamp, isRead }) => (
              <li key={id} className={classes.item} data-unread={!isRead || undefined}>
                <span style={{ color: `var(--mantine-color-${NOTIFICATION_COLORS[type]}-text)` }}>
                  {notificationIcon({ type, category })}
                </span>
                <span className={classes.message}>
                  {message}
                  <time dateTime={new Date(timestamp).toISOString()}>
                    {formatRelativeTime(timestamp, Date.now())}
                  </time>
                </span>
                <CloseButton size="sm" aria-label="Remove notification" onClick={() => store.remove(id)} />
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
