import { Agent, request } from 'node:http';
import pg from 'pg';
import { percentile } from '../figures.ts';

/** Measurement that the parent process requests by message. */
export type Task =
  | { kind: 'http'; url: string; token: string }
  /** `list`: sorts and reads the first page, like the API; `rowsById`: reads the rows of that page by id. */
  | { kind: 'pg'; databaseUrl: string; statements: 'list' | 'rowsById' };

export interface Measurement {
  readonly perSecond: number;
  /** In milliseconds. */
  readonly p99: number;
}

const DATASET = 'hawthorne';
const IN_FLIGHT = 16;
const MEASURE_MS = 3_000;

const LIVE_SET = `SELECT set_id FROM scoring.live_set WHERE dataset_key = $1 AND scope = 'everyone'`;
const TOTAL = 'SELECT count(*)::int AS total FROM scoring.score WHERE set_id = $1';
const FIELDS = `c.id, c.apn, c.street_address, c.city, c.zip_code, c.units, c.parcel_area, c.open_area, c.open_ratio,
    c.building_area, c.year_built, c.latitude, c.longitude, c.zoning_code, c.building_data_quality,
    c.data_quality_flag, c.dataset_key, c.property_type`;
const LIVE = `c.generation = (SELECT live_generation FROM read.projector WHERE name = 'candidates')`;
const PAGE = `
  WITH s AS MATERIALIZED (
    SELECT candidate_id, score_tenths, property_score_tenths, na_reason FROM scoring.score WHERE set_id = $1
    ORDER BY score_tenths DESC NULLS LAST, candidate_id LIMIT 50
  )
  SELECT ${FIELDS}, s.score_tenths / 10.0::float8 AS score,
    s.property_score_tenths / 10.0::float8 AS property_score, s.na_reason, k.classification AS manual_classification
  FROM s
  JOIN read.candidate c ON ${LIVE} AND c.id = s.candidate_id
  LEFT JOIN read.classification k
    ON k.generation = (SELECT live_generation FROM read.projector WHERE name = 'classifications')
    AND k.scope = 'everyone' AND k.candidate_id = s.candidate_id
  ORDER BY s.score_tenths DESC NULLS LAST, s.candidate_id`;
const ROWS = `SELECT ${FIELDS} FROM read.candidate c WHERE ${LIVE} AND c.id = ANY($1::uuid[])`;

process.on('message', (task: Task) => {
  const measurement = task.kind === 'http' ? measureHttp(task) : measurePg(task);
  measurement.then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.once('disconnect', () => process.exit(0));

async function measurePg({ databaseUrl, statements }: Task & { kind: 'pg' }): Promise<Measurement> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: IN_FLIGHT });
  const readLiveSet = async () => (await pool.query<{ set_id: number }>(LIVE_SET, [DATASET])).rows[0]?.set_id;
  const readList = async () => {
    const set = await readLiveSet();
    const [page, total] = await Promise.all([pool.query(PAGE, [set]), pool.query(TOTAL, [set])]);
    if (page.rows.length !== 50 || total.rows.length !== 1) throw new Error('The list is incomplete');
  };
  try {
    if (statements === 'list') return await measure(readList);
    const ids = (await pool.query<{ id: string }>(PAGE, [await readLiveSet()])).rows.map(({ id }) => id);
    return await measure(async () => {
      await readLiveSet();
      const { rows } = await pool.query(ROWS, [ids]);
      if (rows.length !== 50) throw new Error('The list is incomplete');
    });
  } finally {
    await pool.end();
  }
}

async function measureHttp({ url, token }: Task & { kind: 'http' }): Promise<Measurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const target = new URL(`/api/geo/candidates?datasetKey=${DATASET}`, url);
  const options = { agent, headers: { authorization: `Bearer ${token}` } };
  const readList = () =>
    new Promise<void>((resolve, reject) => {
      request(target, options, (response) => {
        response.resume();
        response.once('error', reject);
        response.once('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`The list returned ${response.statusCode}`)),
        );
      })
        .once('error', reject)
        .end();
    });
  try {
    return await measure(readList);
  } finally {
    agent.destroy();
  }
}

async function measure(operation: () => Promise<void>): Promise<Measurement> {
  const times: number[] = [];
  const started = performance.now();
  const worker = async () => {
    while (performance.now() - started < MEASURE_MS) {
      const startedAt = performance.now();
      await operation();
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: times.length / seconds, p99: percentile(times, 0.99) };
}
