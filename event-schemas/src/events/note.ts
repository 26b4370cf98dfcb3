import { z } from 'zod';
import { defineEvent } from '../define.ts';
import { guid, int32, key } from '../fields.ts';
import { notePriority, noteType } from '../vocabulary.ts';

const candidateRef = z.object({ candidate_id: guid(), dataset_key: key(), scope: key() });
const noteRef = candidateRef.extend({ note_id: guid() });
const noteContent = noteRef.extend({
  /** The author of the current text. */
  written_by: key(),
  text: z.string(),
  note_type: noteType,
  priority: notePriority,
});
const personal = [
  { fields: ['text'], subject: ({ written_by }: Record<string, unknown>) => `user:${written_by}` },
];

/** Events of the stream `notes-{scope}-{candidate}`: notes of a tenant, or of staff, about a property (spec 001 §3). */
export const noteEvents = {
  NoteAdded: defineEvent({ data: noteContent, personal }),
  NoteEdited: defineEvent({ data: noteContent, personal }),
  NoteRemoved: defineEvent({ data: noteRef }),
};

/** Events of the stream `reviews-{scope}-{candidate}`: reviews of a property; each person's last one counts. */
export const reviewEvents = {
  PropertyReviewed: defineEvent({
    data: candidateRef.extend({
      reviewed_by: key(),
      /** 1 to 5. */
      rating: int32(),
      comment: z.string(),
    }),
    personal: [{ fields: ['comment'], subject: ({ reviewed_by }) => `user:${reviewed_by}` }],
  }),
};
