import { z } from 'zod';
import { commitPosition } from '../../platform/http/commit-position.ts';
import { dataResponse } from '../../platform/http/response-contract.ts';

const progress = z.object({
  version: z.int(),
  /** Commit positions in `$all`, as decimal numbers; equal if the projector has caught up. */
  position: z.string(),
  head: z.string(),
});

export const projectorHealth = z.object({
  name: z.string(),
  /** Null before the first build. */
  live: progress.nullable(),
  /** The generation being built to replace the live one. */
  building: progress.nullable(),
  /** Age of the oldest event that is not projected; null before the first build. */
  lagSeconds: z.number().nullable(),
  parked: z.int(),
  /** Pending requests of operators. */
  requests: z.array(z.enum(['rebuild', 'replay'])),
});
export type ProjectorHealth = z.infer<typeof projectorHealth>;

/** An event that could not be applied, or a later event of the same stream. */
const parkedEvent = z.object({
  projector: z.string(),
  position: z.string(),
  stream: z.string(),
  type: z.string(),
  error: z.string(),
  attempts: z.int(),
  parkedAt: z.iso.datetime(),
});

/** Memory usage in megabytes. */
const memory = z.object({ heapUsed: z.number(), heapTotal: z.number(), rss: z.number() });

/** Last report of a process. */
const processHealth = z.object({
  name: z.string(),
  host: z.string(),
  pid: z.int(),
  /** In seconds. */
  uptime: z.int(),
  /** Percent of one core since the previous report. */
  cpuPercent: z.number(),
  memory,
  reportedAt: z.iso.datetime(),
  /** False after 30 seconds without a report. */
  reporting: z.boolean(),
  /** Commit position of the last event that it handled; null before the first, and for a process that follows no log. */
  position: z.string().nullable(),
  /** Time when it last followed the log. */
  followedAt: z.iso.datetime().nullable(),
  /** Time from which it has kept restarting or retrying the same events; null while it follows the log. */
  stuckSince: z.iso.datetime().nullable(),
  /** Last error of the process, or the supervisor's reason for restarting it. */
  lastError: z.object({ code: z.string(), message: z.string(), at: z.iso.datetime() }).nullable(),
});
export type ProcessHealth = z.infer<typeof processHealth>;

const alert = z.object({
  level: z.enum(['critical', 'warning']),
  message: z.string(),
  timestamp: z.iso.datetime(),
});
export type Alert = z.infer<typeof alert>;

/** Requests to all API processes in the last 24 hours. */
const performance = z.object({
  error_rate_percent: z.number(),
  /** Null without requests. */
  avg_response_time_ms: z.number().nullable(),
  total_requests: z.int(),
  /** Requests of one second or longer. */
  slow_requests: z.int(),
  request_counts: z.object({ discover: z.int(), scrape: z.int(), scrapeImmediate: z.int(), health: z.int() }),
});
export type RequestStatistics = z.infer<typeof performance>;

/** PostgreSQL statistics; counters run since their last reset. */
const database = z.object({
  version: z.string(),
  /** In seconds. */
  uptime: z.int(),
  /** Duration of this query, in milliseconds. */
  responseTime: z.number(),
  bytes: z.int(),
  connections: z.int(),
  maxConnections: z.int(),
  /** Share of blocks found in memory, 0 to 1; null before any was read. */
  cacheHitRate: z.number().nullable(),
  commits: z.int(),
  rollbacks: z.int(),
  deadlocks: z.int(),
  /** In seconds. */
  longestTransaction: z.number(),
  largestTables: z.array(z.object({ name: z.string(), bytes: z.int(), rows: z.int() })),
});
export type DatabaseFigures = z.infer<typeof database>;

/** GET /api/admin/database-health (spec 002 §3) */
export const databaseHealth = dataResponse(
  z.object({
    checkedAt: z.iso.datetime(),
    /** Level of the worst alert. */
    status: z.enum(['healthy', 'warning', 'critical']),
    /** Uptime of the process that responds, in seconds. */
    uptime: z.int(),
    performance,
    resources: z.object({ memory, pid: z.int() }),
    processes: z.array(processHealth),
    database,
    alerts: z.array(alert),
    projections: z.array(projectorHealth),
    parkedEvents: z.array(parkedEvent),
  }),
);
export type DatabaseHealth = z.infer<typeof databaseHealth>['data'];

/** GET /api/health */
export const health = z.object({
  /** Degraded: the API responds, but a process hangs or does not follow the event log. */
  status: z.enum(['ok', 'degraded']),
  processes: z.array(
    z.object({
      process: z.string(),
      state: z.enum(['following', 'starting', 'stuck', 'missing']),
      stuckSeconds: z.int().exactOptional(),
      /** Code of the last error, or of the supervisor's reason for restarting it, within the last hour. */
      lastError: z.string().exactOptional(),
    }),
  ),
});
export type Health = z.infer<typeof health>;

/** GET /api/ready */
export const ready = z.object({ status: z.literal('ready') });

/** POST /api/admin/projections/:name/skip */
export const skipBody = z.object({
  /** Commit position of the parked event. */
  position: commitPosition,
  reason: z.string().trim().min(1).max(500),
});

/** A generation of a read model, with commit positions. */
const generationProgress = z.object({
  generation: z.int(),
  version: z.int(),
  logId: z.string(),
  position: z.string(),
  head: z.string(),
});

/** GET /api/admin/projections */
export const projectionsResponse = z.object({
  projectors: z.array(
    z.object({
      name: z.string(),
      live: generationProgress.nullable(),
      building: generationProgress.nullable(),
      parked: z.int(),
      requests: z.array(z.enum(['rebuild', 'replay'])),
    }),
  ),
  missing: z.array(z.object({ projector: z.string(), table: z.string() })),
});
export type ProjectionsResponse = z.infer<typeof projectionsResponse>;

/** GET /api/admin/projections/parked */
export const parkedResponse = z.object({
  events: z.array(
    z.object({
      projector: z.string(),
      position: z.string(),
      stream: z.string(),
      revision: z.string(),
      type: z.string(),
      error: z.string(),
      attempts: z.int(),
      parkedAt: z.iso.datetime(),
    }),
  ),
});
export type ParkedResponse = z.infer<typeof parkedResponse>;
