import { type Actor, type EventData, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { namesOf } from '../candidates/names.ts';
import { findCandidate } from '../candidates/queries.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { Access } from '../grants/access.ts';
import { type Route, route } from '../http/route.ts';
import { scopeOf } from '../training/scope.ts';
import {
  type Note,
  noteBody,
  noteChanges,
  noteRemovedResponse,
  noteResponse,
  notesQuery,
  notesResponse,
} from './contract.ts';
import { notes, noteUnknown } from './note.ts';
import { findNote, notesOf } from './queries.ts';

const MAY = ['SuperAdmin', 'Admin', 'ClientUser'] as const;
const OF_CLIENT = { product: 'geo_leads' } as const;
/** Demo accounts read (spec 001 §6). */
const NOT_IN_DEMO = { ...OF_CLIENT, notInDemo: true } as const;
const byId = z.object({ id: z.uuid() });

/** Notes about properties; those of staff and of each client are kept apart (spec 001 §3, §7). */
export function noteRoutes({ pool }: Deps): Route[] {
  async function seen(candidateId: string, access: Access) {
    const candidate = await findCandidate(pool, candidateId, access);
    if (!candidate) throw new DomainError('not_found', 'CANDIDATE_NOT_FOUND', 'Candidate not found');
    return candidate;
  }

  /** A note of the caller's, on a property that the caller may see. */
  async function own(noteId: string, actor: Actor, access: Access) {
    const scope = scopeOf(actor);
    const found = await findNote(pool, scope, noteId);
    const candidate = found && (await findCandidate(pool, found.candidate_id, access));
    if (!candidate) throw noteUnknown();
    return { ...found, candidate, stream: streams.notes(scope, candidate.id) };
  }

  async function record(
    { note_id, candidate_id, text, note_type, priority }: EventData<'NoteAdded'>,
    author: Actor,
    at: { createdAt: string; updatedAt: string | null },
    viewer: Actor,
  ): Promise<Note> {
    const nameOf = await namesOf(pool, [author], viewer);
    return {
      id: note_id,
      candidateId: candidate_id,
      noteText: text,
      noteType: note_type,
      priority,
      author: nameOf(author),
      ...at,
    };
  }

  return [
    route({
      method: 'GET',
      path: '/api/geo/notes/candidate/:id',
      may: MAY,
      ofClient: OF_CLIENT,
      summary: 'The notes about a property, newest first',
      params: byId,
      query: notesQuery,
      response: notesResponse,
      reads: ['notes', 'candidates', 'staff', 'clients'],
      async handle({ params, query, actor, access }) {
        const { id: candidateId } = await seen(params.id, access);
        const found = await notesOf(pool, { scope: scopeOf(actor), candidateId }, query, actor);
        return { success: true, ...found, message: 'Notes retrieved successfully' };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/notes/candidate/:id',
      may: MAY,
      ofClient: NOT_IN_DEMO,
      summary: 'Adds a note to a property',
      params: byId,
      body: noteBody,
      response: noteResponse,
      status: 201,
      reads: ['candidates'],
      async handle({ params, body, actor, access, execute, newId }) {
        const candidate = await seen(params.id, access);
        const scope = scopeOf(actor);
        const data = {
          note_id: newId('note'),
          written_by: personOf(actor),
          text: body.noteText,
          note_type: body.noteType,
          priority: body.priority,
          candidate_id: candidate.id,
          dataset_key: candidate.dataset_key,
          scope,
        };
        const stream = streams.notes(scope, candidate.id);
        const { at } = await execute(notes, { stream, command: { type: 'add', ...data } });
        const times = { createdAt: at, updatedAt: null };
        return { success: true, data: await record(data, actor, times, actor), message: 'Note added' };
      },
    }),
    route({
      method: 'PUT',
      path: '/api/geo/notes/:id',
      may: MAY,
      ofClient: NOT_IN_DEMO,
      summary: 'Puts a note in other words',
      params: byId,
      body: noteChanges,
      response: noteResponse,
      reads: ['notes', 'candidates'],
      async handle({ params, body, actor, access, execute }) {
        const { stream, author, created_at } = await own(params.id, actor, access);
        const { noteText: text, noteType: note_type, priority } = body;
        const { state, at } = await execute(notes, {
          stream,
          command: {
            type: 'edit',
            note_id: params.id,
            edited_by: personOf(actor),
            ...given({ text, note_type, priority }),
          },
        });
        const note = state.get(params.id);
        if (!note) throw noteUnknown();
        const times = { createdAt: new Date(created_at).toISOString(), updatedAt: at };
        return { success: true, data: await record(note, author, times, actor), message: 'Note updated' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/geo/notes/:id',
      may: MAY,
      ofClient: NOT_IN_DEMO,
      summary: 'Removes a note',
      params: byId,
      response: noteRemovedResponse,
      reads: ['notes', 'candidates'],
      async handle({ params: { id }, actor, access, execute }) {
        const { stream } = await own(id, actor, access);
        await execute(notes, { stream, command: { type: 'remove', note_id: id } });
        return { success: true, data: { id }, message: 'Note deleted' };
      },
    }),
  ];
}

/** Whoever acts as a client's user is the one who writes. */
const personOf = ({ id, impersonatedBy }: Actor) => impersonatedBy ?? id;

/** Without what was not sent. */
const given = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
