import { actor, notePriority, noteType } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { namesOf } from '../candidates/names.ts';
import type { Session } from '../http/route.ts';
import { liveGeneration } from '../live-generation.ts';
import type { Note, Notes, notesQuery } from './contract.ts';

const LIVE = liveGeneration('notes');

const row = z.object({
  note_id: z.string(),
  candidate_id: z.string(),
  text: z.string(),
  note_type: noteType,
  priority: notePriority,
  author: actor,
  created_at: z.number(),
  updated_at: z.number().nullable(),
});

/** A scope's notes about a candidate, newest first, with their authors as the viewer may know them. */
export async function notesOf(
  db: CommonQueryMethods,
  { scope, candidateId }: { scope: string; candidateId: string },
  { limit, offset, noteType: type, priority }: z.output<typeof notesQuery>,
  viewer: Session['actor'],
): Promise<Pick<Notes, 'data' | 'total'>> {
  const where = sql.join(
    [
      sql.fragment`generation = ${LIVE} AND scope = ${scope} AND candidate_id = ${candidateId}`,
      ...(type === undefined ? [] : [sql.fragment`note_type = ${type}`]),
      ...(priority === undefined ? [] : [sql.fragment`priority = ${priority}`]),
    ],
    sql.fragment` AND `,
  );
  const [rows, total] = await Promise.all([
    db.any(sql.type(row)`
      SELECT note_id, candidate_id, text, note_type, priority, author, created_at, updated_at
      FROM read.note WHERE ${where}
      ORDER BY created_at DESC, note_id LIMIT ${limit} OFFSET ${offset}
    `),
    db.oneFirst(sql.type(z.object({ total: z.int() }))`
      SELECT count(*)::int AS total FROM read.note WHERE ${where}
    `),
  ]);
  const nameOf = await namesOf(
    db,
    rows.map(({ author }) => author),
    viewer,
  );
  return { data: rows.map((each) => toNote(each, nameOf(each.author))), total };
}

const toNote = (
  { note_id, candidate_id, text, note_type, priority, created_at, updated_at }: z.infer<typeof row>,
  author: string,
): Note => ({
  id: note_id,
  candidateId: candidate_id,
  noteText: text,
  noteType: note_type,
  priority,
  author,
  createdAt: new Date(created_at).toISOString(),
  updatedAt: updated_at === null ? null : new Date(updated_at).toISOString(),
});

const place = z.object({ candidate_id: z.string(), author: actor, created_at: z.number() });

/** What a scope's note is about, and who wrote it when; null when the scope has none of that id. */
export function findNote(db: CommonQueryMethods, scope: string, noteId: string) {
  return db.maybeOne(sql.type(place)`
    SELECT candidate_id, author, created_at FROM read.note
    WHERE generation = ${LIVE} AND scope = ${scope} AND note_id = ${noteId}
  `);
}
