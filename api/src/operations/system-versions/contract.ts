import {
  CONFIGURATION_DOCUMENT_KINDS,
  type SYSTEM_VERSION_KINDS,
  systemVersionKind,
} from '@landline/event-schemas';
import { z } from 'zod';
import { goldenRun } from '../../assistant/golden-questions/contract.ts';
import { dataResponse, messageResponse, successResponse } from '../../platform/http/response-contract.ts';

/** Spec 002 §5. */
const VERSION_NAME_REQUIRED = 'Version name is required';
export const DEFAULT_DESCRIPTION = 'Manual backup created via admin interface';
/** Number of automatic backups above which the dashboard offers a cleanup (spec 002 §5, §9). */
export const BACKUP_TARGET = 30;
/** Number of versions that cleanup keeps of each automatic kind (spec 002 §9). */
export const RETENTION = {
  'git-deploy': 30,
  'auto-snapshot': 20,
  emergency: 10,
  'daily-auto': 7,
  'weekly-auto': 4,
} as const satisfies Partial<Record<(typeof SYSTEM_VERSION_KINDS)[number], number>>;
export type AutomaticKind = keyof typeof RETENTION;

const RESERVED_PREFIXES = Object.keys(RETENTION).map((kind) => `${kind}-`);

const description = z
  .string()
  .trim()
  .max(500, 'A description can have at most 500 characters')
  .default('')
  .transform((text) => text || DEFAULT_DESCRIPTION);

/** POST /api/ai/system/versions (spec 002 §7). */
export const versionBody = z.object({
  version_name: z
    .string(VERSION_NAME_REQUIRED)
    .trim()
    .min(1, VERSION_NAME_REQUIRED)
    .max(100, 'A version name can have at most 100 characters')
    .refine((name) => !RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix)), {
      message: `Names starting with ${RESERVED_PREFIXES.join(', ')} are reserved for automatic backups`,
    }),
  description,
});
export type VersionBody = z.input<typeof versionBody>;

/** POST /api/ai/system/snapshot */
export const snapshotBody = z.object({
  description,
  kind: z.enum(['auto-snapshot', 'git-deploy', 'emergency']).default('auto-snapshot'),
  /** Replaces the time in the name, e.g. a release. */
  label: z
    .string()
    .regex(/^[\w.-]{1,60}$/, 'A label can only contain letters, digits, dots, hyphens and underscores')
    .optional(),
});

/** POST /api/ai/system/rollback/:id (spec 002 §5, §7). */
export const rollbackBody = z.object({
  confirm: z.literal(true, 'Rollback requires explicit confirmation'),
  versionName: z.string().max(200),
  /** Rolls back even if the golden questions were not asked or fewer pass. */
  acceptGoldenResult: z.boolean().default(false),
});
export type RollbackBody = z.input<typeof rollbackBody>;

/** A version (spec 002 §3) and the progress of a rollback to it. */
export const systemVersion = z.object({
  id: z.string(),
  version_name: z.string(),
  description: z.string(),
  created_at: z.iso.datetime(),
  /** Null if created automatically. */
  created_by_email: z.string().nullable(),
  file_count: z.int(),
  is_active: z.boolean(),
  kind: systemVersionKind,
  /** Commit position whose configuration this version keeps. */
  position: z.string(),
  restored_at: z.iso.datetime().nullable(),
  rollback: z
    .object({
      requested_at: z.iso.datetime(),
      total: z.int(),
      remaining: z.int(),
      /** Reason of the failure; null while the rollback is running. */
      failure: z.string().nullable(),
    })
    .nullable(),
});
export type SystemVersion = z.infer<typeof systemVersion>;
export const versionsResponse = successResponse.extend({ versions: z.array(systemVersion) });

/** GET /api/ai/system/auto-backup-stats (spec 002 §3). `autoBackups` counts all automatic kinds. */
export const statistics = z.object({
  totalBackups: z.int(),
  gitDeployBackups: z.int(),
  manualSnapshots: z.int(),
  emergencyBackups: z.int(),
  dailyBackups: z.int(),
  weeklyBackups: z.int(),
  autoBackups: z.int(),
  target: z.int(),
  /** Number of versions that a cleanup would delete now. */
  outdated: z.int(),
});
export type BackupStatistics = z.infer<typeof statistics>;
export const statisticsResponse = successResponse.extend({ statistics });

const field = z.object({ name: z.string(), before: z.unknown(), after: z.unknown() });

/** Change of one document by a rollback: `before` is the current value, `after` the version's. */
export const documentDifference = z.object({
  document_id: z.string(),
  kind: z.enum(CONFIGURATION_DOCUMENT_KINDS),
  client_id: z.string().nullable(),
  client_name: z.string().nullable(),
  change: z.enum(['added', 'changed', 'removed']),
  fields: z.array(field),
});
export type DocumentDifference = z.infer<typeof documentDifference>;

/** GET /api/ai/system/versions/:id/difference: changes that a rollback to this version would make. */
export const differenceResponse = dataResponse(
  z.object({
    version_name: z.string(),
    file_count: z.int(),
    total: z.int(),
    counts: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
    /** The first documents, up to a limit. */
    documents: z.array(documentDifference),
    /** Clients created after the version; a rollback does not change them. */
    newer_clients: z.int(),
  }),
);
export type RollbackPreview = z.infer<typeof differenceResponse>['data'];

/** Golden questions of a client with a version's configuration and with the current one. */
const comparedClient = z.object({
  client_id: z.string(),
  client_name: z.string(),
  /** Null if not asked with this version. */
  run: goldenRun.nullable(),
  /** All of the client's questions have been asked with the version since they were last changed. */
  is_complete: z.boolean(),
  /** Questions asked with both configurations, and how many of them pass. */
  compared: z.int(),
  passed_now: z.int(),
  passed_with_version: z.int(),
  /** Questions that pass now and would fail with the version. */
  lost: z.array(z.string()),
  is_worse: z.boolean(),
});

/**
 * GET /api/ai/system/versions/:id/golden-questions: clients whose prompts a rollback would change. `not_asked` means that a
 * question has no result with the version, `not_compared` that a client's questions have no current results.
 */
export const goldenComparison = z.object({
  status: z.enum(['none', 'not_asked', 'running', 'failed', 'worse', 'not_compared', 'not_worse']),
  clients: z.array(comparedClient),
});
export type GoldenComparison = z.infer<typeof goldenComparison>;

export const versionCreatedResponse = messageResponse.extend({ id: z.string(), version_name: z.string() });
export const rollbackResponse = messageResponse.extend({ rollback_id: z.string(), total: z.int() });
export const cleanupResponse = messageResponse.extend({ deleted: z.int() });
/** POST /api/ai/system/versions/:id/golden-questions */
export const goldenRunsResponse = successResponse.extend({ clients: z.int() });
