import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { systemVersionKind } from '../vocabulary.ts';

const versionRef = z.object({ version_id: z.string() });
const rollbackRef = versionRef.extend({ rollback_id: z.string() });

/** Events of the stream `systemVersion-{id}`: the configuration at one commit position (spec 002 §3, §4). */
export const systemVersionEvents = {
  SystemVersionCreated: defineEvent({
    data: versionRef.extend({
      version_name: z.string(),
      description: z.string(),
      kind: systemVersionKind,
      /** Commit position of the last event included. */
      position: z.string().regex(/^\d+$/),
      /** Number of configuration documents. */
      file_count: z.int(),
    }),
  }),
  /**
   * In the stream `rollback-landline`: no other rollback may run until this one ends, or until the claim expires
   * without a start.
   */
  SystemRollbackClaimed: defineEvent({ data: rollbackRef.extend({ expires_at: z.iso.datetime() }) }),
  SystemRollbackRequested: defineEvent({
    data: rollbackRef.extend({
      /** Number of documents that differ from the version. */
      differences: z.int(),
      /** Snapshot of the configuration before the rollback. */
      emergency_version_id: z.string(),
    }),
  }),
  /** A document cannot be restored. Restored documents stay, and other rollbacks may run. */
  SystemRollbackFailed: defineEvent({
    data: rollbackRef.extend({ reason: z.string(), remaining: z.int() }),
  }),
  SystemRollbackResumed: defineEvent({ data: rollbackRef }),
  /** Staff stopped the rollback; restored documents stay. */
  SystemRollbackAbandoned: defineEvent({ data: rollbackRef }),
  /**
   * The configuration matched the version at commit position `as_of`. The events that restored it have the
   * rollback's id as correlation id.
   */
  SystemVersionRolledBack: defineEvent({ data: rollbackRef.extend({ as_of: z.string().regex(/^\d+$/) }) }),
  SystemVersionDeleted: defineEvent({
    data: versionRef.extend({ reason: z.enum(['deleted', 'cleanup']) }),
  }),
};
