import type { LiveMessage } from '../../../shared/live/live-connection.ts';
import { useCurrentSession } from '../../platform/session/context.ts';
import { clientOf } from '../../platform/session/user.ts';
import { BILLING_ALERT_MS } from './durations.ts';
import { useNotifications } from './provider.tsx';

/**
 * Handles live messages: adds notifications, and refreshes the session when the shown client may have other products.
 */
export function useLiveNotifications(): (message: LiveMessage) => void {
  const { add } = useNotifications();
  const session = useCurrentSession();
  return (message) => {
    if (message.type === 'notification') {
      const { id, kind, type, category, message: text, timestamp } = message.notification;
      add({
        id,
        type,
        category,
        message: text,
        timestamp: Date.parse(timestamp),
        ...(kind === 'billingAlert' && { duration: BILLING_ALERT_MS }),
      });
    }
    if (message.type === 'moved' && message.moved.model !== 'clients') return;
    if (clientOf(session.current())) session.refresh();
  };
}
