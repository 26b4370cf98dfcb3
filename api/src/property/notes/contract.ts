import { notePriority, noteType } from '@landline/event-schemas';
import { z } from 'zod';
import { dataResponse } from '../../platform/http/response-contract.ts';

/** Maximum note length in characters, and default page size (spec 001 §5, §9). */
export const NOTE_MAX = 2_000;
export const NOTES_LIMIT = 50;

/** Spec 001 §5. */
const NOTE_REQUIRED = 'Note text is required';
const TOO_LONG = `Note text cannot exceed ${NOTE_MAX} characters`;

export const note = z.object({
  id: z.string(),
  candidateId: z.string(),
  noteText: z.string(),
  noteType,
  priority: notePriority,
  author: z.string(),
  createdAt: z.string(),
  /** Null until edited. */
  updatedAt: z.string().nullable(),
});
export type Note = z.infer<typeof note>;

const noteText = z.string({ error: NOTE_REQUIRED }).trim().min(1, NOTE_REQUIRED).max(NOTE_MAX, TOO_LONG);

export const noteBody = z.object({
  noteText,
  noteType: noteType.default('general'),
  priority: notePriority.default('medium'),
});
export type NoteBody = z.input<typeof noteBody>;

/** Omitted fields keep their value. */
export const noteChanges = z.object({
  noteText: noteText.optional(),
  noteType: noteType.optional(),
  priority: notePriority.optional(),
});
export type NoteChanges = z.input<typeof noteChanges>;

export const notesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(NOTES_LIMIT),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  noteType: noteType.optional(),
  priority: notePriority.optional(),
});
export type NotesQuery = z.input<typeof notesQuery>;

/** GET /api/geo/notes/candidate/:id, newest first; `total` counts all matches. */
export const notesResponse = dataResponse(z.array(note)).extend({ total: z.int(), message: z.string() });
export type Notes = z.infer<typeof notesResponse>;

export const noteResponse = dataResponse(note).extend({ message: z.string() });
export const noteRemovedResponse = dataResponse(z.object({ id: z.string() })).extend({ message: z.string() });
