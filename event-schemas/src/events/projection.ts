import { z } from 'zod';
import { defineEvent } from '../define.ts';

const projectionRef = z.object({ projector: z.string() });

/**
 * On `projection-{name}`: staff requests from Database Health. Their results are not events: read models are
 * derived.
 */
export const projectionEvents = {
  ProjectionRebuildRequested: defineEvent({ data: projectionRef }),
  ParkedEventsReplayRequested: defineEvent({ data: projectionRef }),
};
