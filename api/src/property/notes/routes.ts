import { type Actor, streams } from '@landline/event-schemas';
import { type Route, route } from '../../platform/http/route.ts';
import { withoutUndefined } from '../../platform/without-undefined.ts';
import { namesOf, personOf } from '../candidates/actor-names.ts';
import { findCandidate } from '../candidates/queries.ts';
import { scopeOf } from '../classification/scope.ts';
import { accessOf } from '../dataset-access/access.ts';
import type { PropertyPorts } from '../ports.ts';
import { byId, READERS, type RouteSession, requireCandidate, WRITERS } from '../request-guards.ts';
import {
  type Note,
  noteBody,
  noteChanges,
  noteRemovedResponse,
  noteResponse,
  notesQuery,
  notesResponse,
} from './contract.ts';
import { noteNotFound, notes } from './property-notes.ts';
import { findNote, notesOf } from './queries.ts';

/** Routes for notes about properties, separate for staff and each client (spec 001 §3, §7). */
export function noteRoutes({ pool }: PropertyPorts): Route[] {
  /** Throws `NOTE_UNKNOWN` unless the note is in the caller's scope, on a property that the caller has access to. */
  async function requireNote(noteId: string, actor: Actor, session: RouteSession) {
    const scope = scopeOf(actor);
    const storedNote = await findNote(pool, scope, noteId);
    const candidate = storedNote && (await findCandidate(pool, storedNote.candidateId, accessOf(session)));
    if (!candidate) throw noteNotFound();
    return { ...storedNote, stream: streams.notes(scope, candidate.id) };
  }

  return [
    route.get('/api/geo/notes/candidate/:id', {
      ...READERS,
      summary: 'Notes about a property, newest first',
      params: byId,
      query: notesQuery,
      response: notesResponse,
      reads: ['notes', 'candidates', 'staff', 'clients'],
      async handle({ params, query, actor, session }) {
        const { id: candidateId } = await requireCandidate(pool, params.id, session);
        const page = await notesOf(pool, { scope: scopeOf(actor), candidateId }, query, actor);
        return { success: true, ...page, message: 'Notes retrieved successfully' };
      },
    }),
    route.post('/api/geo/notes/candidate/:id', {
      ...WRITERS,
      summary: 'Add a note to a property',
      params: byId,
      body: noteBody,
      response: noteResponse,
      status: 201,
      reads: ['candidates'],
      async handle({ params, body, actor, session, execute, newId }) {
        const candidate = await requireCandidate(pool, params.id, session);
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
        const nameOf = await namesOf(pool, [actor], actor);
        const note: Note = {
          id: data.note_id,
          candidateId: candidate.id,
          ...body,
          author: nameOf(actor),
          createdAt: at,
          updatedAt: null,
        };
        return { success: true, data: note, message: 'Note added' };
      },
    }),
    route.put('/api/geo/notes/:id', {
      ...WRITERS,
      summary: 'Edit a note',
      params: byId,
      body: noteChanges,
      response: noteResponse,
      reads: ['notes', 'candidates'],
      async handle({ params, body, actor, session, execute }) {
        const { stream, ...stored } = await requireNote(params.id, actor, session);
        const { noteText: text, noteType: note_type, priority } = body;
        const { state, at, events } = await execute(notes, {
          stream,
          command: {
            type: 'edit',
            note_id: params.id,
            edited_by: personOf(actor),
            ...withoutUndefined({ text, note_type, priority }),
          },
        });
        const note = state.get(params.id);
        if (!note) throw noteNotFound();
        const nameOf = await namesOf(pool, [stored.author], actor);
        const data: Note = {
          ...stored,
          noteText: note.text,
          noteType: note.note_type,
          priority: note.priority,
          author: nameOf(stored.author),
          // An edit that changes nothing has no event; a repeated one may precede a later edit.
          updatedAt: events.length > 0 && at > (stored.updatedAt ?? '') ? at : stored.updatedAt,
        };
        return { success: true, data, message: 'Note updated' };
      },
    }),
    route.delete('/api/geo/notes/:id', {
      ...WRITERS,
      summary: 'Remove a note',
      params: byId,
      response: noteRemovedResponse,
      reads: ['notes', 'candidates'],
      async handle({ params: { id }, actor, session, execute }) {
        const { stream } = await requireNote(id, actor, session);
        await execute(notes, { stream, command: { type: 'remove', note_id: id } });
        return { success: true, data: { id }, message: 'Note deleted' };
      },
    }),
  ];
}
