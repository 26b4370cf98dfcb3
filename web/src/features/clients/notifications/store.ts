import { BILLING_ALERT_MS, TOAST_MS } from './durations.ts';

export type NotificationType = keyof typeof TOAST_MS;

/** A notification (spec 000 §3). */
export interface Notification {
  id: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  message: string;
  type: NotificationType;
  /** Duration of the toast, in milliseconds. */
  duration: number;
  category?: string;
  /** Details, shown on the toast only. */
  details?: string;
  /** True if the user has closed the notification center since the notification arrived. */
  isRead: boolean;
}

export type NewNotification = Pick<Notification, 'message' | 'type'> &
  Partial<Pick<Notification, 'id' | 'timestamp' | 'category' | 'details'>>;

/** Maximum number of notifications kept. */
const MAX_KEPT = 100;

export type NotificationStore = ReturnType<typeof createNotificationStore>;

/** Creates this tab's notification store, newest first; `onAdded` listeners show toasts. */
export function createNotificationStore() {
  let list: readonly Notification[] = [];
  const listeners = new Set<() => void>();
  const toasters = new Set<(notification: Notification) => void>();
  let count = 0;

  const set = (next: readonly Notification[]) => {
    list = next;
    for (const listener of listeners) listener();
  };
  const add = ({ id = `n-${++count}`, timestamp = Date.now(), ...rest }: NewNotification) => {
    // The server may repeat a notification.
    if (list.some((notification) => notification.id === id)) return;
    const duration = rest.category === 'billing' ? BILLING_ALERT_MS : TOAST_MS[rest.type];
    const notification = { ...rest, id, timestamp, duration, isRead: false };
    set([notification, ...list].slice(0, MAX_KEPT));
    for (const toast of toasters) toast(notification);
  };
  const addOfType = (type: NotificationType) => (message: string, details?: string) =>
    add({ type, message, ...(details !== undefined && { details }) });

  return {
    list: () => list,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onAdded(toast: (notification: Notification) => void) {
      toasters.add(toast);
      return () => void toasters.delete(toast);
    },
    add,
    success: addOfType('success'),
    error: addOfType('error'),
    warning: addOfType('warning'),
    info: addOfType('info'),
    remove: (id: string) => set(list.filter((notification) => notification.id !== id)),
    clear: () => set([]),
    markRead() {
      if (list.some(({ isRead }) => !isRead))
        set(list.map((notification) => ({ ...notification, isRead: true })));
    },
  };
}
