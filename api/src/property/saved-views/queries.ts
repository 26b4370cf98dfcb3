import { type Actor, actor } from '@landline/event-schemas';
import { type CommonQueryMethods, sql } from 'slonik';
import { liveGeneration } from '../../platform/live-generation.ts';
import { namesOf } from '../candidates/actor-names.ts';
import { type SavedView, savedView } from './contract.ts';

const LIVE = liveGeneration('views');

const storedView = savedView.extend({ savedBy: actor });

/** Returns a scope's views of a dataset, sorted by name, with author names as the viewer sees them. */
export async function savedViewsOf(
  db: CommonQueryMethods,
  scope: string,
  datasetKey: string,
  viewer: Actor,
): Promise<SavedView[]> {
  const rows = await db.any(sql.type(storedView)`
    SELECT view_id AS id, name, slug, query, author AS "savedBy", saved_at AS "savedAt" FROM read.saved_view
    WHERE generation = ${LIVE} AND scope = ${scope} AND dataset_key = ${datasetKey}
    ORDER BY lower(name), view_id
  `);
  const authors = rows.map(({ savedBy }) => savedBy);
  const nameOf = await namesOf(db, authors, viewer);
  return rows.map((view) => ({ ...view, savedBy: nameOf(view.savedBy) }));
}
