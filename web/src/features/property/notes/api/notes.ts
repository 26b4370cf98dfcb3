import {
  NOTES_LIMIT,
  type NoteBody,
  type NoteChanges,
  type Notes,
  type NotesQuery,
} from '@landline/api/property/notes/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand, useSend } from '../../../../shared/http/use-command.ts';
import { noteKeys } from '../keys.ts';

const candidateNotesPath = (candidateId: string) => apiPath`/api/geo/notes/candidate/${candidateId}`;

export type NoteFilters = Pick<NotesQuery, 'noteType' | 'priority'>;

/** GET /api/geo/notes/candidate/:id */
const listNotes = (candidateId: string, query: NotesQuery, signal: AbortSignal) =>
  request<Notes>(candidateNotesPath(candidateId), {
    query: query as Record<string, string | number>,
    signal,
  });

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
  useSend<NoteBody>('POST', candidateNotesPath(candidateId), [noteKeys.all]);

/** PUT /api/geo/notes/:noteId */
export const useEditNote = (noteId: string) =>
  useSend<NoteChanges>('PUT', apiPath`/api/geo/notes/${noteId}`, [noteKeys.all]);

/** DELETE /api/geo/notes/:noteId */
export const useRemoveNote = () =>
  useCommand(
    (noteId: string) => request(apiPath`/api/geo/notes/${noteId}`, { method: 'DELETE' }),
    [noteKeys.all],
  );
