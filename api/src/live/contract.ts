import { z } from 'zod';

/** The stream's events: `event: moved` with this as its data, and `event: session-ended` before it closes. */
export const movedEvent = z.object({
  /** Name of a read model, e.g. `candidates` or `scores`. */
  model: z.string(),
  logId: z.string(),
  /** Commit position that the model has reached, a decimal number. */
  position: z.string(),
});
export type MovedEvent = z.infer<typeof movedEvent>;
