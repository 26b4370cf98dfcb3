import type { LiveMessage } from '../../shared/live/live-connection.ts';
import { useSession } from '../session/context.ts';
import { clientOf } from '../session/user.ts';
import { BILLING_ALERT_MS } from './durations.ts';
import { useNotifications } from './provider.tsx';

/** What the live connection says beside what moved: notifications, and that the client shown may have other products. */
export function useLiveNotifications(): (message: LiveMessage) => void {
  const { add } = useNotifications();
  const { actor } = useSession();
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
    if (clientOf(actor.getSnapshot().context.user)) actor.send({ type: 'VERIFY' });
  };
}
