import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { erasedKind } from '../vocabulary.ts';

const anErasure = z.object({ erasure_id: z.string() });

/** On `erasure-{id}`: somebody asked to be forgotten. Who it is stands here by id alone: nothing in it has to be erased. */
export const erasureEvents = {
  ErasureRequested: defineEvent({
    data: anErasure.extend({
      kind: erasedKind,
      person_id: z.string(),
      /** Whose keys are destroyed. */
      subjects: z.array(z.string()),
      /** A ticket's number, no name. */
      reference: z.string(),
    }),
  }),
  ErasureApproved: defineEvent({ data: anErasure }),
  ErasureDeclined: defineEvent({ data: anErasure }),
  /** The keys are destroyed, and every read model was built again without them. */
  PersonErased: defineEvent({ data: anErasure.extend({ subjects: z.array(z.string()) }) }),
};

/** On `retention-{client id}`: for how many days the client's conversations are kept; null for as long as the client is. */
export const retentionEvents = {
  ConversationRetentionSet: defineEvent({
    data: z.object({ client_id: z.string(), days: z.int().min(1).nullable() }),
  }),
};

/** What a run erases by a client's rule: what is older than so many days, counted from its first batch on. */
const outdated = z.object({
  client_id: z.string(),
  run_id: z.string(),
  days: z.int().min(1),
  conversations: z.int().nonnegative(),
  left_messages: z.int().nonnegative(),
});

/** On `outdatedConversations-{client id}`: what was not kept any longer. The last event tells how far a run is. */
export const outdatedConversationsEvents = {
  /** The keys of a batch are about to be destroyed; those of the batches before are. */
  OutdatedConversationsFound: defineEvent({ data: outdated.extend({ subjects: z.array(z.string()) }) }),
  /** All keys are destroyed, and every read model was built again without them. */
  OutdatedConversationsErased: defineEvent({ data: outdated }),
};
