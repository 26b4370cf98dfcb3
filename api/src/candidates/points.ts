import type pg from 'pg';
import { countOf, type Hits, hitsFrom } from './hits.ts';
import { DEGREE, pointsOf } from './points-contract.ts';

const SELECT = `
  SELECT c.id, c.longitude, c.latitude FROM read.candidate c
  WHERE c.generation = (SELECT live_generation FROM read.projector WHERE name = 'candidates')
    AND c.id = ANY($1::uuid[]) AND c.longitude IS NOT NULL AND c.latitude IS NOT NULL`;

/** The places of these candidates, as they are sent. */
export async function pointsBody(db: pg.Pool, hits: Hits): Promise<Uint8Array> {
  const ids = [...hitsFrom(hits)].map(({ id }) => id);
  const { rows } = await db.query<[id: string, longitude: number, latitude: number]>({
    text: SELECT,
    values: [ids],
    rowMode: 'array',
  });
  const places = new Map(rows.map(([id, ...place]) => [id, place]));
  const points = pointsOf(hits.total, rows.length);
  let next = 0;
  for (let at = 0; at < countOf(hits); at++) {
    const place = places.get(ids[at] ?? '');
    if (!place) continue;
    points.longitudes[next] = Math.round(place[0] * DEGREE);
    points.latitudes[next] = Math.round(place[1] * DEGREE);
    points.scores[next] = hits.scoreTenths[at] ?? -1;
    points.classifications[next] = hits.classification[at] ?? 0;
    points.ids.set(hits.ids.subarray(at * 16, at * 16 + 16), next * 16);
    next++;
  }
  return points.body;
}
