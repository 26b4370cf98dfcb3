import type { DomainEvent, EventData } from '@landline/event-schemas';
import { ERASED } from '@landline/event-schemas/personal';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError } from '../../platform/errors.ts';

type NoteEvent = DomainEvent<'NoteAdded' | 'NoteEdited' | 'NoteRemoved'>;
type Note = EventData<'NoteAdded'>;
type NoteChanges = Partial<Pick<Note, 'text' | 'note_type' | 'priority'>>;

/** Notes of one scope about one property, by id. */
type PropertyNotes = ReadonlyMap<string, Note>;

type NoteCommand =
  | ({ type: 'add' } & Note)
  | ({ type: 'edit'; note_id: string; edited_by: string } & NoteChanges)
  | { type: 'remove'; note_id: string };

/** Notes about a property (spec 001 §3). All users of a tenant can edit and remove them (spec 001 §6). */
export const notes: Decider<PropertyNotes, NoteCommand, NoteEvent> = {
  initialState: new Map(),
  readsPersonalData: true,

  evolve(state, { type, data }) {
    const next = new Map(state);
    if (type === 'NoteRemoved') next.delete(data.note_id);
    else next.set(data.note_id, data);
    return next;
  },

  decide(command, state) {
    if (command.type === 'remove') {
      const { note_id, candidate_id, dataset_key, scope } = existing(state, command.note_id);
      return [{ type: 'NoteRemoved', data: { note_id, candidate_id, dataset_key, scope } }];
    }
    if (command.type === 'edit') {
      const before = existing(state, command.note_id);
      const after = withEdits(before, command);
      return isSame(before, after) ? [] : [{ type: 'NoteEdited', data: after }];
    }
    return [{ type: 'NoteAdded', data: dataOf(command) }];
  },
};

export const noteNotFound = () => new DomainError('not_found', 'NOTE_UNKNOWN', 'Note not found');

function existing(state: PropertyNotes, id: string): Note {
  const note = state.get(id);
  if (!note) throw noteNotFound();
  return note;
}

/**
 * Returns the edited note. `written_by` is the author of the text and only changes with it. An erased author has no key to
 * encrypt the event with, so their notes pass to the editor.
 */
function withEdits(before: Note, command: NoteCommand & { type: 'edit' }): Note {
  const { text = before.text, note_type = before.note_type, priority = before.priority } = command;
  const keepsAuthor = text === before.text && text !== ERASED;
  const written_by = keepsAuthor ? before.written_by : command.edited_by;
  return { ...before, text, note_type, priority, written_by };
}

const isSame = (a: Note, b: Note) =>
  a.text === b.text && a.note_type === b.note_type && a.priority === b.priority;
