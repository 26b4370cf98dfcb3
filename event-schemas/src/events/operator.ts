import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { operatorScope } from '../vocabulary.ts';

/** On `operatorToken-{id}`. The actor is the SuperAdmin; the token itself is never in the log. */
export const operatorTokenEvents = {
  OperatorTokenIssued: defineEvent({
    data: z.object({
      token_id: z.string(),
      /** What it is for, e.g. a machine; not a person. */
      name: z.string(),
      scopes: z.array(operatorScope),
      expires_at: z.iso.datetime(),
    }),
  }),
  OperatorTokenRevoked: defineEvent({ data: z.object({ token_id: z.string() }) }),
};

/** On `backups-landline`. */
export const backupEvents = {
  /** A backup was completed by the backup command, or reported after one by other means. */
  BackupRecorded: defineEvent({ data: z.object({ made_at: z.iso.datetime() }) }),
};
