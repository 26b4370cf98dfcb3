import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { Criteria } from './criteria.ts';
import type { DatasetSnapshot } from './dataset-snapshot.ts';
import { hitsFrom } from './hits.ts';
import { allocatePoints, UNITS_PER_DEGREE } from './points-contract.ts';
import { selectHits } from './select-hits.ts';

const LIVE = liveGeneration('candidates');
const ALL = { sortBy: 'score', sortOrder: 'desc', offset: 0, limit: null } as const;
const location = z.object({ id: z.string(), longitude: z.number(), latitude: z.number() });

/** Reads the locations of matching candidates from the database, as a response body. */
export async function selectPoints(
  db: CommonQueryMethods,
  dataset: DatasetSnapshot,
  criteria: Criteria,
): Promise<Uint8Array> {
  const hits = await selectHits(db, dataset, criteria, ALL);
  const ids = [...hitsFrom(hits)].map(({ id }) => id);
  const rows = await db.any(sql.type(location)`
    SELECT c.id, c.longitude, c.latitude FROM read.candidate c
    WHERE c.generation = ${LIVE} AND c.id = ANY(${sql.array(ids, 'uuid')})
      AND c.longitude IS NOT NULL AND c.latitude IS NOT NULL
  `);
  const locations = new Map(rows.map((row) => [row.id, row]));
  const points = allocatePoints(hits.total, rows.length);
  let next = 0;
  for (const [at, id] of [...ids.entries()].sort(([, a], [, b]) => (a < b ? -1 : 1))) {
    const found = locations.get(id);
    if (!found) continue;
    points.longitudes[next] = Math.round(found.longitude * UNITS_PER_DEGREE);
    points.latitudes[next] = Math.round(found.latitude * UNITS_PER_DEGREE);
    points.scores[next] = hits.scoreTenths[at] ?? -1;
    points.classifications[next] = hits.classification[at] ?? 0;
    points.ids.set(hits.ids.subarray(at * 16, at * 16 + 16), next * 16);
    next++;
  }
  return points.body;
}
