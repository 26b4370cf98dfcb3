import { z } from 'zod';
import { defineEvent } from '../define.ts';

const aProjection = z.object({ projector: z.string() });

/** On `projection-{name}`: what staff asked for on Database Health. What becomes of it is no event: read models are derived. */
export const projectionEvents = {
  ProjectionRebuildRequested: defineEvent({ data: aProjection }),
  ParkedEventsReplayRequested: defineEvent({ data: aProjection }),
};
