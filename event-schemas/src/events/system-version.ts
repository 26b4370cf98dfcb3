import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { systemVersionKind } from '../vocabulary.ts';

const aVersion = z.object({ version_id: z.string() });
const aRollback = aVersion.extend({ rollback_id: z.string() });

/** On `systemVersion-{id}`: the configuration as it was at one position of the log (spec 002 §3, §4). */
export const systemVersionEvents = {
  SystemVersionCreated: defineEvent({
    data: aVersion.extend({
      version_name: z.string(),
      description: z.string(),
      kind: systemVersionKind,
      /** Commit position of the last event that is in it. */
      position: z.string().regex(/^\d+$/),
      /** How many configuration documents it has. */
      file_count: z.int(),
    }),
  }),
  /** On `rollback-landline`: this rollback alone may run, until it is over, or has not begun when the claim expires. */
  SystemRollbackClaimed: defineEvent({ data: aRollback.extend({ expires_at: z.iso.datetime() }) }),
  SystemRollbackRequested: defineEvent({
    data: aRollback.extend({
      /** Documents that were not as the version has them. */
      differences: z.int(),
      /** The version that was made of what there was before. */
      emergency_version_id: z.string(),
    }),
  }),
  /** Something of it can never be restored: what was, stays, and others may roll back meanwhile. */
  SystemRollbackFailed: defineEvent({
    data: aRollback.extend({ reason: z.string(), remaining: z.int() }),
  }),
  SystemRollbackResumed: defineEvent({ data: aRollback }),
  /** Nothing more of it is restored; what was, stays. */
  SystemRollbackAbandoned: defineEvent({ data: aRollback }),
  /** At `as_of` the configuration was the version's again; the events that made it so carry the rollback's id as correlation. */
  SystemVersionRolledBack: defineEvent({ data: aRollback.extend({ as_of: z.string().regex(/^\d+$/) }) }),
  SystemVersionDeleted: defineEvent({
    data: aVersion.extend({ reason: z.enum(['deleted', 'cleanup']) }),
  }),
};
