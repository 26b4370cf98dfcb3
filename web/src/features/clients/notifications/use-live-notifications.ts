import type { LiveMessage } from '../../../shared/live/live-connection.ts';
import { useCurrentSession } from '../../platform/session/context.ts';
import { clientOf } from '../../platform/session/user.ts';
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
      const { id, type, category, message: text, timestamp } = message.notification;
      add({ id, type, category, message: text, timestamp: Date.parse(timestamp) });
    }
    const mayHaveChanged =
      message.type === 'restored' || (message.type === 'moved' && message.moved.model === 'clients');
    if (mayHaveChanged && clientOf(session.current())) session.refresh();
  };
}
