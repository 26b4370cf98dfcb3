import { z } from 'zod';

/** Special kinds of a notification, each with its type and category (spec 000 §3). */
export const NOTIFICATION_KINDS = {
  clientUpdate: { type: 'success', category: 'client' },
  scrapingUpdate: { type: 'info', category: 'scraping' },
  billingAlert: { type: 'warning', category: 'billing' },
} as const;

export const notificationKind = z.enum(
  Object.keys(NOTIFICATION_KINDS) as (keyof typeof NOTIFICATION_KINDS)[],
);
export type NotificationKind = z.infer<typeof notificationKind>;

/** On `/api/live`, as `event: notification`: told to staff, and to the client that it is about. */
export const liveNotification = z.object({
  /** The event's id: the same notification is never shown twice. */
  id: z.string(),
  kind: notificationKind,
  type: z.enum(['success', 'error', 'warning', 'info']),
  category: z.string(),
  message: z.string(),
  timestamp: z.iso.datetime(),
  clientId: z.string(),
});
export type LiveNotification = z.infer<typeof liveNotification>;
