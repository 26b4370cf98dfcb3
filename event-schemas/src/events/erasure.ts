import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { int32, key } from '../fields.ts';
import { erasedKind } from '../vocabulary.ts';

const erasureRef = z.object({ erasure_id: key() });

/**
 * Events of the stream `erasure-{id}`: a request to erase a person's data. It names the person by id only, so nothing
 * in it has to be erased.
 */
export const erasureEvents = {
  ErasureRequested: defineEvent({
    data: erasureRef.extend({
      kind: erasedKind,
      person_id: key(),
      /** Subjects whose keys are to be destroyed. */
      subjects: z.array(z.string()),
      /** A ticket number, not a name. */
      reference: z.string(),
    }),
  }),
  ErasureApproved: defineEvent({ data: erasureRef }),
  ErasureDeclined: defineEvent({ data: erasureRef }),
  /** The keys have been destroyed, and the read models that held the data have been rebuilt. */
  PersonErased: defineEvent({ data: erasureRef.extend({ subjects: z.array(z.string()) }) }),
};

/**
 * Events of the stream `retention-{client id}`: the number of days for which the client's conversations are kept. With
 * null, they are kept while the client exists.
 */
export const retentionEvents = {
  ConversationRetentionSet: defineEvent({
    data: z.object({ client_id: key(), days: int32().min(1).nullable() }),
  }),
};

/**
 * Progress of a retention run, which erases conversations and left messages older than `days`. The counts include all
 * batches so far.
 */
const outdated = z.object({
  client_id: key(),
  run_id: key(),
  days: int32().min(1),
  conversations: int32().nonnegative(),
  left_messages: int32().nonnegative(),
});

/**
 * Events of the stream `outdatedConversations-{client id}`: runs of the retention rule. The last event holds the
 * progress of the current run.
 */
export const outdatedConversationsEvents = {
  /** The keys of this batch are about to be destroyed; the keys of earlier batches already are. */
  OutdatedConversationsFound: defineEvent({ data: outdated.extend({ subjects: z.array(z.string()) }) }),
  /** The keys have been destroyed, and the read models that held the data have been rebuilt. */
  OutdatedConversationsErased: defineEvent({ data: outdated }),
};
