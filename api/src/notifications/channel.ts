import { z } from 'zod';
import { liveNotification } from './contract.ts';

/** Told on this channel: a notification, and who caused it. */
export const NOTIFICATION_CHANNEL = 'notification';

export const causedNotification = z.object({ notification: liveNotification, actorId: z.string() });
export type CausedNotification = z.infer<typeof causedNotification>;
