/** SQL that counts widget loads by day. A day is recounted from its minutes, so a repeated minute counts once. */

/** Selects each touched day of a client with its bounds. */
const bounds = `
  SELECT DISTINCT c.client_id, c.reset_at, day,
    day::timestamp AT TIME ZONE c.time_zone AS begins, (day + 1)::timestamp AT TIME ZONE c.time_zone AS ends
  FROM touched JOIN read.analytics_client c ON c.generation = $1 AND c.client_id = touched.client_id
  CROSS JOIN LATERAL (SELECT (touched.at AT TIME ZONE c.time_zone)::date AS day) AS d`;

const countLoads = (touched: string) => `
  WITH touched AS (${touched}), days AS (${bounds})
  INSERT INTO read.widget_load_day (generation, client_id, day, kind, domain, loads)
  SELECT $1, t.client_id, t.day::text, l.kind, l.domain, sum(l.loads)
  FROM days t
  JOIN read.widget_load l ON l.generation = $1 AND l.client_id = t.client_id
    AND l.minute >= t.begins AND l.minute < t.ends AND (t.reset_at IS NULL OR l.minute > t.reset_at)
  GROUP BY t.client_id, t.day, l.kind, l.domain
  ON CONFLICT (generation, client_id, day, kind, domain) DO UPDATE SET loads = excluded.loads`;

/** Recounts the day of `{ client_id, at }`. */
export const COUNT_LOADS = countLoads(
  'SELECT client_id, at FROM jsonb_to_recordset($2::jsonb) AS of(client_id text, at timestamptz)',
);

/** Recounts all days of `{ client_id }` after `DELETE_LOADS`. */
export const COUNT_CLIENT_LOADS = countLoads(`
  SELECT l.client_id, l.minute AS at
  FROM jsonb_to_recordset($2::jsonb) AS of(client_id text)
  JOIN read.widget_load l ON l.generation = $1 AND l.client_id = of.client_id`);

/** Deletes a client's days; the minutes that they are counted from stay. */
export const DELETE_LOADS = 'DELETE FROM read.widget_load_day WHERE generation = $1 AND client_id = $2';
