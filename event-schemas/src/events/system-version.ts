import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32, key, position, time } from '../fields.ts';
import { systemVersionKind } from '../vocabulary.ts';

const versionRef = z.object({ version_id: key() });
const rollbackRef = versionRef.extend({ rollback_id: key() });

/** Events of the stream `systemVersion-{id}`: the configuration at one commit position (spec 002 §3, §4). */
export const systemVersionEvents = {
  SystemVersionCreated: defineEvent({
    data: versionRef.extend({
      version_name: z.string(),
      description: z.string(),
      kind: systemVersionKind,
      /** Commit position of the last event included. */
      position: position(),
      /** Number of configuration documents. */
      file_count: int32(),
    }),
  }),
  /**
   * In the stream `rollback-landline`: no other rollback may run until this one ends, or until the claim expires
   * without a start.
   */
  SystemRollbackClaimed: defineEvent({ data: rollbackRef.extend({ expires_at: time() }) }),
  SystemRollbackRequested: defineEvent({
    data: rollbackRef.extend({
      /** Number of documents that differ from the version. */
      differences: int32(),
      /** Snapshot of the configuration before the rollback. */
      emergency_version_id: key(),
    }),
  }),
  /**
   * The rollback stopped: a document cannot be restored, another rollback took over, or the last attempt failed. Restored
   * documents stay, and other rollbacks may run.
   */
  SystemRollbackFailed: defineEvent({
    data: rollbackRef.extend({ reason: z.string(), remaining: int32() }),
  }),
  SystemRollbackResumed: defineEvent({ data: rollbackRef }),
  /** Staff stopped the rollback; restored documents stay. */
  SystemRollbackAbandoned: defineEvent({ data: rollbackRef }),
  /**
   * At commit position `as_of`, the current configuration matched the version. The events that restored it have the
   * rollback's id as correlation id.
   */
  SystemVersionRolledBack: defineEvent({ data: rollbackRef.extend({ as_of: position() }) }),
  SystemVersionDeleted: defineEvent({
    data: versionRef.extend({ reason: z.enum(['deleted', 'cleanup']) }),
  }),
};
