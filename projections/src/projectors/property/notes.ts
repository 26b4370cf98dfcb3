import { type Actor, EVERYONE, type NotePriority, type NoteType } from '@landline/event-schemas';
import { type Projector, patch, put, remove } from '../../projector.ts';
import { integer, jsonb, nullable, table, text, timestamp, uuid } from '../../table.ts';

const note = table('note', {
  key: ['note_id'],
  columns: {
    note_id: uuid(),
    /** Owner of the notes: a client, or `everyone` for staff. */
    scope: text(),
    candidate_id: uuid(),
    text: text(),
    note_type: text<NoteType>(),
    priority: text<NotePriority>(),
    author: jsonb<Actor>(),
    created_at: timestamp(),
    updated_at: nullable(timestamp()),
  },
  indexes: { note_by_candidate: '(generation, scope, candidate_id, created_at)' },
});

const review = table('review', {
  key: ['scope', 'candidate_id', 'reviewed_by'],
  columns: {
    scope: text(),
    candidate_id: uuid(),
    reviewed_by: text(),
    rating: integer(),
    comment: text(),
    author: jsonb<Actor>(),
    reviewed_at: timestamp(),
  },
});

/** Notes and reviews of properties. */
export const notes: Projector<'notes'> = {
  name: 'notes',
  version: 1,
  tables: [note, review],
  on: {
    NoteAdded: ({ data, metadata }) => {
      const { note_id, scope, candidate_id, text, note_type, priority } = data;
      const { actor: author, at: created_at } = metadata;
      return put(note, {
        note_id,
        scope,
        candidate_id,
        text,
        note_type,
        priority,
        author,
        created_at,
        updated_at: null,
      });
    },
    NoteEdited: ({ data: { note_id, text, note_type, priority }, metadata }) =>
      patch(note, { note_id }, { text, note_type, priority, updated_at: metadata.at }),
    NoteRemoved: ({ data: { note_id } }) => remove(note, { note_id }),
    PropertyReviewed: ({ data, metadata }) => {
      const { scope, candidate_id, reviewed_by, rating, comment } = data;
      const { actor: author, at: reviewed_at } = metadata;
      return put(review, { scope, candidate_id, reviewed_by, rating, comment, author, reviewed_at });
    },
  },
  // Clients do not see staff notes.
  audience: ({ data }) => ('scope' in data && data.scope !== EVERYONE ? [data.scope] : []),
};
