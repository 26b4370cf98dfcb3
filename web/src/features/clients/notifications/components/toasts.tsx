import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { FADE_MS } from '../durations.ts';
import { useNotifications } from '../provider.tsx';
import type { Notification } from '../store.ts';
import { NOTIFICATION_COLORS, notificationIcon } from './notification-style.tsx';

function toast({ id, type, category, message, details, duration }: Notification): void {
  notifications.show({
    id,
    color: NOTIFICATION_COLORS[type],
    icon: notificationIcon({ type, category }),
    title: details === undefined ? undefined : message,
    message: details ?? message,
    autoClose: duration,
    closeButtonProps: { 'aria-label': 'Remove notification' },
    role: type === 'error' || type === 'warning' ? 'alert' : 'status',
  });
}

/** Shows each notification once as a toast, for its duration. */
export function Toasts() {
  const store = useNotifications();
  useEffect(() => {
    // Show notifications that arrived while this component was loading.
    const now = Date.now();
    for (const notification of store.list().toReversed()) {
      if (now - notification.timestamp < notification.duration) toast(notification);
    }
    return store.onAdded(toast);
  }, [store]);
  return <Notifications position="bottom-right" limit={3} transitionDuration={FADE_MS} />;
}
