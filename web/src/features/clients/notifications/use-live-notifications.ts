import type { LiveMessage } from '../../../shared/live/live-connection.ts';
import { useCurrentSession } from '../../platform/session/context.ts';
import { clientOf } from '../../platform/session/user.ts';
import { BILLING_ALERT_MS } from './durations.ts';
import { useNotifications } from './provider.tsx';

/**
 * Returns a handler of live messages, which adds notifications and refreshes the session when the client's products
 * may have changed.
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
    if (message.type === 'lost' || (message.type === 'moved' && message.moved.model !== 'clients')) return;
    if (clientOf(session.current())) session.refresh();
  };
}
