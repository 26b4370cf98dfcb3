import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

type NoteEvent = DomainEvent<'NoteAdded' | 'NoteEdited' | 'NoteRemoved'>;
type Written = EventData<'NoteAdded'>;
type Changes = Partial<Pick<Written, 'text' | 'note_type' | 'priority'>>;

/** The notes of a tenant, or of staff, about one property, by id. */
export type PropertyNotes = ReadonlyMap<string, Written>;

export type NoteCommand =
  | ({ type: 'add' } & Written)
  | ({ type: 'edit'; note_id: string; edited_by: string } & Changes)
  | { type: 'remove'; note_id: string };

/** Notes about a property (spec 001 §3). Everybody of the tenant may edit and remove them (spec 001 §6). */
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
      const { note_id, candidate_id, dataset_key, scope } = known(state, command.note_id);
      return [{ type: 'NoteRemoved', data: { note_id, candidate_id, dataset_key, scope } }];
    }
    if (command.type === 'edit') {
      const before = known(state, command.note_id);
      const after = edited(before, command);
      return isSame(before, after) ? [] : [{ type: 'NoteEdited', data: after }];
    }
    const { type: _, ...data } = command;
    return [{ type: 'NoteAdded', data }];
  },
};

export const noteUnknown = () => new DomainError('not_found', 'NOTE_UNKNOWN', 'Note not found');

function known(state: PropertyNotes, id: string): Written {
  const found = state.get(id);
  if (!found) throw noteUnknown();
  return found;
}

/** The words are those of whoever put them so. */
function edited(before: Written, command: NoteCommand & { type: 'edit' }): Written {
  const { text = before.text, note_type = before.note_type, priority = before.priority } = command;
  const written_by = text === before.text ? before.written_by : command.edited_by;
  return { ...before, text, note_type, priority, written_by };
}

const isSame = (one: Written, other: Written) =>
  one.text === other.text && one.note_type === other.note_type && one.priority === other.priority;
