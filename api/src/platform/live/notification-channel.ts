import { z } from 'zod';

/** PostgreSQL channel that carries notifications with the actor who caused them. */
export const NOTIFICATION_CHANNEL = 'notification';

/** The platform routes a notification by its client; the client's users get `clientMessage` as its message. */
export const causedNotification = z.object({
  notification: z.looseObject({ clientId: z.string() }),
  clientMessage: z.string().optional(),
  actorId: z.string(),
});
export type CausedNotification = z.infer<typeof causedNotification>;
