import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key } from '../fields.ts';

const projectionRef = z.object({ projector: key() });

/**
 * On `projection-{name}`: staff requests from Database Health. Their results are not events: read models are
 * derived.
 */
export const projectionEvents = {
  ProjectionRebuildRequested: defineEvent({ data: projectionRef }),
  ParkedEventsReplayRequested: defineEvent({ data: projectionRef }),
  /** The projector goes on without the event at this commit position, should it still fail to apply it. */
  ParkedEventSkipped: defineEvent({
    data: projectionRef.extend({ position: z.string(), reason: z.string() }),
  }),
};
