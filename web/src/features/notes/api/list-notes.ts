import { NOTES_LIMIT, type Notes, type NotesQuery } from '@landline/api/notes/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

export type NoteFilters = Pick<NotesQuery, 'noteType' | 'priority'>;

/** GET /api/geo/notes/candidate/:id */
const listNotes = (candidateId: string, query: NotesQuery, signal: AbortSignal) =>
  request<Notes>(`/api/geo/notes/candidate/${encodeURIComponent(candidateId)}`, {
    query: query as Record<string, string | number>,
    signal,
  });

/** The notes about a candidate, newest first, 50 at a time. */
export const useNotes = (candidateId: string, filters: NoteFilters) =>
  useInfiniteQuery({
    queryKey: keys.notes.of(candidateId, filters),
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      listNotes(candidateId, { ...filters, limit: NOTES_LIMIT, offset }, signal),
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { data }) => sum + data.length, 0);
      return shown < total ? shown : undefined;
    },
  });

/** The newest note of type decision: where the lead stands. */
export const useDecision = (candidateId: string) =>
  useQuery({
    queryKey: keys.notes.decision(candidateId),
    queryFn: ({ signal }) => listNotes(candidateId, { noteType: 'decision', limit: 1 }, signal),
    select: ({ data: [newest] }) => newest ?? null,
  });
