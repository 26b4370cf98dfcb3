import { z } from 'zod';

const progress = z.object({
  version: z.int(),
  /** Commit positions in `$all`, decimal numbers: caught up when they are the same. */
  position: z.string(),
  head: z.string(),
});

export const projectorHealth = z.object({
  name: z.string(),
  /** Null before the first read model was built. */
  live: progress.nullable(),
  /** The read model that is being built and will take its place. */
  building: progress.nullable(),
  parked: z.int(),
});
export type ProjectorHealth = z.infer<typeof projectorHealth>;

/** An event that could not be applied, or that waits behind one of its stream. */
const parkedEvent = z.object({
  projector: z.string(),
  position: z.string(),
  stream: z.string(),
  type: z.string(),
  error: z.string(),
  attempts: z.int(),
  parkedAt: z.iso.datetime(),
});

/** GET /api/admin/database-health */
export const databaseHealth = z.object({
  success: z.literal(true),
  data: z.object({
    checkedAt: z.iso.datetime(),
    database: z.object({ version: z.string(), bytes: z.int(), connections: z.int() }),
    projections: z.array(projectorHealth),
    parkedEvents: z.array(parkedEvent),
  }),
});
export type DatabaseHealth = z.infer<typeof databaseHealth>['data'];
