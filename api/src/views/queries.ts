import { actor } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { namesOf } from '../candidates/names.ts';
import type { Session } from '../http/route.ts';
import { liveGeneration } from '../live-generation.ts';
import type { SavedView } from './contract.ts';

const LIVE = liveGeneration('views');

const row = z.object({
  view_id: z.string(),
  name: z.string(),
  slug: z.string(),
  query: z.string(),
  author: actor,
  saved_at: z.number(),
});

/** A scope's views of a dataset, by name, with their authors as the viewer may know them. */
export async function viewsOf(
  db: CommonQueryMethods,
  scope: string,
  datasetKey: string,
  viewer: Session['actor'],
): Promise<SavedView[]> {
  const rows = await db.any(sql.type(row)`
    SELECT view_id, name, slug, query, author, saved_at FROM read.saved_view
    WHERE generation = ${LIVE} AND scope = ${scope} AND dataset_key = ${datasetKey}
    ORDER BY lower(name), view_id
  `);
  const nameOf = await namesOf(
    db,
    rows.map(({ author }) => author),
    viewer,
  );
  return rows.map(({ view_id, author, saved_at, ...rest }) => ({
    id: view_id,
    ...rest,
    savedBy: nameOf(author),
    savedAt: new Date(saved_at).toISOString(),
  }));
}
