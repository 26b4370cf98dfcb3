import { type Actor, actor } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { namesOf } from '../candidates/actor-names.ts';
import { type Notes, note, type notesQuery } from './contract.ts';

const LIVE = liveGeneration('notes');

const storedNote = note.extend({ author: actor });
const COLUMNS = sql.fragment`
  note_id AS id, candidate_id AS "candidateId", text AS "noteText", note_type AS "noteType", priority, author,
  created_at AS "createdAt", updated_at AS "updatedAt"
`;

/** Returns a scope's notes about a candidate, newest first, with author names as the viewer sees them. */
export async function notesOf(
  db: CommonQueryMethods,
  { scope, candidateId }: { scope: string; candidateId: string },
  { limit, offset, noteType: type, priority }: z.output<typeof notesQuery>,
  viewer: Actor,
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
    db.any(sql.type(storedNote)`
      SELECT ${COLUMNS} FROM read.note WHERE ${where}
      ORDER BY created_at DESC, note_id LIMIT ${limit} OFFSET ${offset}
    `),
    db.oneFirst(sql.type(z.object({ total: z.int() }))`
      SELECT count(*)::int AS total FROM read.note WHERE ${where}
    `),
  ]);
  const authors = rows.map(({ author }) => author);
  const nameOf = await namesOf(db, authors, viewer);
  return { data: rows.map((each) => ({ ...each, author: nameOf(each.author) })), total };
}

/** Returns a scope's note. */
export function findNote(db: CommonQueryMethods, scope: string, noteId: string) {
  return db.maybeOne(sql.type(storedNote)`
    SELECT ${COLUMNS} FROM read.note
    WHERE generation = ${LIVE} AND scope = ${scope} AND note_id = ${noteId}
  `);
}
