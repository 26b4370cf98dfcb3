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
