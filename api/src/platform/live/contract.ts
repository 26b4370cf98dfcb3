import { z } from 'zod';

/** Data of the server-sent `moved` event; `session-ended` precedes the end of the stream. */
export const movedEvent = z.object({
  /** Name of a read model, e.g. `candidates` or `scores`. */
  model: z.string(),
  logId: z.string(),
  /** Commit position that the model has reached, a decimal number. */
  position: z.string(),
});
export type MovedEvent = z.infer<typeof movedEvent>;
