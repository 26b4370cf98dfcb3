import {
  NOTES_LIMIT,
  type NoteBody,
  type NoteChanges,
  type Notes,
  type NotesQuery,
} from '@landline/api/property/notes/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { noteKeys } from '../keys.ts';

const NOTES = '/api/geo/notes';
const ofCandidate = (candidateId: string) => `${NOTES}/candidate/${encodeURIComponent(candidateId)}`;

export type NoteFilters = Pick<NotesQuery, 'noteType' | 'priority'>;

/** GET /api/geo/notes/candidate/:id */
const listNotes = (candidateId: string, query: NotesQuery, signal: AbortSignal) =>
  request<Notes>(ofCandidate(candidateId), { query: query as Record<string, string | number>, signal });

/** Queries a candidate's notes, newest first, 50 at a time. */
export const useNotes = (candidateId: string, filters: NoteFilters) =>
  useInfiniteQuery({
    queryKey: noteKeys.of(candidateId, filters),
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      listNotes(candidateId, { ...filters, limit: NOTES_LIMIT, offset }, signal),
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { data }) => sum + data.length, 0);
      return loaded < total ? loaded : undefined;
    },
  });

/** Queries the newest decision note, which is the status of the lead. */
export const useDecision = (candidateId: string) =>
  useQuery({
    queryKey: noteKeys.decision(candidateId),
    queryFn: ({ signal }) => listNotes(candidateId, { noteType: 'decision', limit: 1 }, signal),
    select: ({ data: [newest] }) => newest ?? null,
  });

/** POST /api/geo/notes/candidate/:id */
export const useAddNote = (candidateId: string) =>
  useCommand(
    (body: NoteBody) => request<unknown>(ofCandidate(candidateId), { method: 'POST', body }),
    [noteKeys.all],
  );

/** PUT /api/geo/notes/:noteId */
export const useEditNote = (noteId: string) =>
  useCommand(
    (body: NoteChanges) =>
      request<unknown>(`${NOTES}/${encodeURIComponent(noteId)}`, { method: 'PUT', body }),
    [noteKeys.all],
  );

/** DELETE /api/geo/notes/:noteId */
export const useRemoveNote = () =>
  useCommand(
    (noteId: string) => request<unknown>(`${NOTES}/${encodeURIComponent(noteId)}`, { method: 'DELETE' }),
    [noteKeys.all],
  );
