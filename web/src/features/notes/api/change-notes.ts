import type { NoteBody, NoteChanges, noteRemovedResponse, noteResponse } from '@landline/api/notes/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

type NoteAnswer = z.infer<typeof noteResponse>;

/** POST /api/geo/notes/candidate/:id */
const addNote = (candidateId: string, body: NoteBody) =>
  request<NoteAnswer>(`/api/geo/notes/candidate/${encodeURIComponent(candidateId)}`, {
    method: 'POST',
    body,
  });

/** PUT /api/geo/notes/:noteId */
const editNote = (noteId: string, body: NoteChanges) =>
  request<NoteAnswer>(`/api/geo/notes/${encodeURIComponent(noteId)}`, { method: 'PUT', body });

/** DELETE /api/geo/notes/:noteId */
const removeNote = (noteId: string) =>
  request<z.infer<typeof noteRemovedResponse>>(`/api/geo/notes/${encodeURIComponent(noteId)}`, {
    method: 'DELETE',
  });

function useNotesChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keys.notes.all });
}

export const useAddNote = (candidateId: string) =>
  useMutation({ mutationFn: (body: NoteBody) => addNote(candidateId, body), onSuccess: useNotesChanged() });

export const useEditNote = (noteId: string) =>
  useMutation({ mutationFn: (body: NoteChanges) => editNote(noteId, body), onSuccess: useNotesChanged() });

export const useRemoveNote = () => useMutation({ mutationFn: removeNote, onSuccess: useNotesChanged() });
