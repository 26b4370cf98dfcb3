import type { DomainEvent } from '@landline/event-schemas';
import { ERASED } from '@landline/event-schemas/personal';
import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { notes } from './property-notes.ts';

describe('a note', () => {
  const given = specification(notes);
  const noteRef = { candidate_id: 'c1', dataset_key: 'lebanon', scope: 'everyone', note_id: 'n1' };
  const note = {
    ...noteRef,
    written_by: 'u1',
    text: 'Steep',
    note_type: 'general',
    priority: 'low',
  } as const;
  const added: DomainEvent<'NoteAdded'> = { type: 'NoteAdded', data: note };

  test('keeps the author of its text', () => {
    given(added)
      .when({ type: 'edit', note_id: 'n1', edited_by: 'u2', priority: 'high' })
      .then({ type: 'NoteEdited', data: { ...note, priority: 'high' } });
    given(added)
      .when({ type: 'edit', note_id: 'n1', edited_by: 'u2', text: 'Flat' })
      .then({ type: 'NoteEdited', data: { ...note, text: 'Flat', written_by: 'u2' } });
    given(added).when({ type: 'edit', note_id: 'n1', edited_by: 'u2', text: 'Steep' }).thenNothing();
  });

  test('whose text was erased with its author can still be changed', () => {
    const erased = { ...note, text: ERASED };
    given({ type: 'NoteAdded', data: erased })
      .when({ type: 'edit', note_id: 'n1', edited_by: 'u2', text: ERASED, priority: 'high' })
      .then({ type: 'NoteEdited', data: { ...erased, priority: 'high', written_by: 'u2' } });
  });

  test('cannot be edited after removal', () => {
    given(added).when({ type: 'remove', note_id: 'n1' }).then({ type: 'NoteRemoved', data: noteRef });
    given(added, { type: 'NoteRemoved', data: noteRef })
      .when({ type: 'remove', note_id: 'n1' })
      .thenRejected('NOTE_UNKNOWN');
    given().when({ type: 'edit', note_id: 'n1', edited_by: 'u1' }).thenRejected('NOTE_UNKNOWN');
  });
});
