import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key } from '../fields.ts';

const projectionRef = z.object({ projector: key() });

/**
 * Events of the stream `projection-{name}`: staff requests from Database Health. Their results are not events: read
 * models are derived.
 */
export const projectionEvents = {
  ProjectionRebuildRequested: defineEvent({ data: projectionRef }),
  ParkedEventsReplayRequested: defineEvent({ data: projectionRef }),
  /** The projector skips the event at this commit position if it fails again. */
  ParkedEventSkipped: defineEvent({
    data: projectionRef.extend({ position: z.string(), reason: z.string() }),
  }),
};
