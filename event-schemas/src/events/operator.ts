import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { key, time } from '../fields.ts';
import { operatorScope } from '../vocabulary.ts';

/** Events of the stream `operatorToken-{id}`. The actor is the SuperAdmin. The log never contains the token itself. */
export const operatorTokenEvents = {
  OperatorTokenIssued: defineEvent({
    data: z.object({
      token_id: key(),
      /** Purpose, such as the machine that uses it; not a person. */
      name: z.string(),
      scopes: z.array(operatorScope),
      expires_at: time(),
    }),
  }),
  OperatorTokenRevoked: defineEvent({ data: z.object({ token_id: key() }) }),
};

/** Events of the stream `backups-landline`. */
export const backupEvents = {
  /** The backup command completed a backup, or a backup made by other means was reported. */
  BackupRecorded: defineEvent({ data: z.object({ made_at: time() }) }),
};
