import { z } from 'zod';

/** Notification kinds with their type and category (spec 000 §3). */
export const NOTIFICATION_KINDS = {
  clientUpdate: { type: 'success', category: 'client' },
  scrapingUpdate: { type: 'info', category: 'scraping' },
  billingAlert: { type: 'warning', category: 'billing' },
} as const;

export const notificationKind = z.enum(
  Object.keys(NOTIFICATION_KINDS) as (keyof typeof NOTIFICATION_KINDS)[],
);
export type NotificationKind = z.infer<typeof notificationKind>;

/** Data of the server-sent `notification` event on `/api/live`, for staff and for the users of the affected client. */
export const liveNotification = z.object({
  /** Id of the domain event; the web never shows a notification twice. */
  id: z.string(),
  kind: notificationKind,
  type: z.enum(['success', 'error', 'warning', 'info']),
  category: z.string(),
  message: z.string(),
  timestamp: z.iso.datetime(),
  clientId: z.string(),
});
export type LiveNotification = z.infer<typeof liveNotification>;
