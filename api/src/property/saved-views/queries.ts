import { type Actor, actor } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { namesOf } from '../candidates/actor-names.ts';
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

/** Returns a scope's views of a dataset by name, with author names as the viewer sees them. */
export async function savedViewsOf(
  db: CommonQueryMethods,
  scope: string,
  datasetKey: string,
  viewer: Actor,
): Promise<SavedView[]> {
  const rows = await db.any(sql.type(row)`
    SELECT view_id, name, slug, query, author, saved_at FROM read.saved_view
    WHERE generation = ${LIVE} AND scope = ${scope} AND dataset_key = ${datasetKey}
    ORDER BY lower(name), view_id
  `);
  const toView = await viewMapper(
    db,
    rows.map(({ author }) => author),
    viewer,
  );
  return rows.map(toView);
}

/** Returns a function that converts stored views of these authors for a viewer. */
export async function viewMapper(db: CommonQueryMethods, authors: readonly Actor[], viewer: Actor) {
  const nameOf = await namesOf(db, authors, viewer);
  return ({ view_id, name, slug, query, author, saved_at }: z.infer<typeof row>): SavedView => ({
    id: view_id,
    name,
    slug,
    query,
    savedBy: nameOf(author),
    savedAt: new Date(saved_at).toISOString(),
  });
}
