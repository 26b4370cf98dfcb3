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
  /** Age of the oldest event that it does not show; null before the first read model was built. */
  lagSeconds: z.number().nullable(),
  parked: z.int(),
  /** What was asked for and is not done yet. */
  requests: z.array(z.enum(['rebuild', 'replay'])),
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

/** In megabytes. */
const memory = z.object({ heapUsed: z.number(), heapTotal: z.number(), rss: z.number() });

/** One of our processes, as it said itself. */
const processHealth = z.object({
  name: z.string(),
  host: z.string(),
  pid: z.int(),
  /** In seconds. */
  uptime: z.int(),
  /** Of one core, since its report before. */
  cpuPercent: z.number(),
  memory,
  reportedAt: z.iso.datetime(),
  /** False when it has not said anything for half a minute. */
  reporting: z.boolean(),
});
export type ProcessHealth = z.infer<typeof processHealth>;

const alert = z.object({
  level: z.enum(['critical', 'warning']),
  message: z.string(),
  timestamp: z.iso.datetime(),
});
export type Alert = z.infer<typeof alert>;

/** Requests of the last 24 hours, of all api processes. */
const performance = z.object({
  error_rate_percent: z.number(),
  /** Null without requests. */
  avg_response_time_ms: z.number().nullable(),
  total_requests: z.int(),
  /** Those that took a second or more. */
  slow_requests: z.int(),
  request_counts: z.object({ discover: z.int(), scrape: z.int(), scrapeImmediate: z.int(), health: z.int() }),
});
export type Performance = z.infer<typeof performance>;

/** What PostgreSQL says of itself; counts are since its statistics were last reset. */
const database = z.object({
  version: z.string(),
  /** In seconds. */
  uptime: z.int(),
  /** How long it took to say this, in milliseconds. */
  responseTime: z.number(),
  bytes: z.int(),
  connections: z.int(),
  maxConnections: z.int(),
  /** Of 1: blocks that were found in its memory; null before any was read. */
  cacheHitRate: z.number().nullable(),
  commits: z.int(),
  rollbacks: z.int(),
  deadlocks: z.int(),
  /** In seconds. */
  longestTransaction: z.number(),
  largestTables: z.array(z.object({ name: z.string(), bytes: z.int(), rows: z.int() })),
});
export type DatabaseFigures = z.infer<typeof database>;

/** GET /api/admin/database-health (spec 002 §3: system health) */
export const databaseHealth = z.object({
  success: z.literal(true),
  data: z.object({
    checkedAt: z.iso.datetime(),
    /** As bad as the worst of its alerts. */
    status: z.enum(['healthy', 'warning', 'critical']),
    /** Of the process that answers, in seconds. */
    uptime: z.int(),
    performance,
    resources: z.object({ memory, pid: z.int() }),
    processes: z.array(processHealth),
    database,
    alerts: z.array(alert),
    projections: z.array(projectorHealth),
    parkedEvents: z.array(parkedEvent),
  }),
});
export type DatabaseHealth = z.infer<typeof databaseHealth>['data'];

/** GET /api/ready */
export const ready = z.object({ status: z.literal('ready') });

/** POST /api/admin/projections/:name/rebuild and …/replay */
export const done = z.object({ success: z.literal(true), message: z.string() });
