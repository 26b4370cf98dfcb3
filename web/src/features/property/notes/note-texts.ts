import type { NotePriority, NoteType } from '@landline/event-schemas';

/** Messages of the notes (spec 001 §5, §8). */
export const NOTES = {
  required: 'Note text is required',
  saveFailed: 'Failed to save note',
  createFailed: 'Failed to create note',
  updateFailed: 'Failed to update note',
  deleteFailed: 'Failed to delete note',
  confirmDelete: 'Are you sure you want to delete this note?',
} as const;

export const TYPE_NAMES: Readonly<Record<NoteType, string>> = {
  general: 'General',
  follow_up: 'Follow-up',
  decision: 'Decision',
  site_visit: 'Site visit',
};
export const PRIORITY_NAMES: Readonly<Record<NotePriority, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

export const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
