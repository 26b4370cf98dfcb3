import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { NOTIFICATIONS_MISUSED } from '../../../shared/messages.ts';
import type { NotificationStore } from './store.ts';

const NotificationContext = createContext<NotificationStore | null>(null);

interface NotificationProviderProps {
  store: NotificationStore;
  children: ReactNode;
}

export const NotificationProvider = ({ store, children }: NotificationProviderProps) => (
  <NotificationContext value={store}>{children}</NotificationContext>
);

/** Returns the notification store; throws outside `NotificationProvider`. */
export function useNotifications(): NotificationStore {
  const store = use(NotificationContext);
  if (!store) throw new Error(NOTIFICATIONS_MISUSED);
  return store;
}

/** Returns the notifications, newest first. */
export function useNotificationList() {
  const store = useNotifications();
  return useSyncExternalStore(store.subscribe, store.list, store.list);
}
