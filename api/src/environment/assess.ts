import { createHash } from 'node:crypto';
import { type DomainEvent, type EventData, streams } from '@landline/event-schemas';
import { Surroundings } from '@landline/scoring-engine/nearby/surroundings';
import type pg from 'pg';
import type { Origin, Readable } from '../commands/commands.ts';
import { nameUuid } from '../commands/ids.ts';
import type { Deps } from '../deps.ts';
import { liveGenerationSql } from '../live-generation.ts';
import { AssessmentChunk } from './assessment-chunk.ts';
import { completedLayers, facilitiesOf } from './queries.ts';

type JobDeps = Pick<Deps, 'pool' | 'pg' | 'commands' | 'log'>;
type AssessmentEvent = DomainEvent<
  'EnvironmentAssessmentStarted' | 'CandidatesAssessed' | 'EnvironmentAssessmentCompleted'
>;

/** Candidates read from the database at once. */
const FETCH = 5_000;

interface Last {
  /** `open`: it was interrupted. */
  readonly status: 'none' | 'open' | 'completed';
  readonly basis: string;
}

/** How the last assessment of a dataset ended. */
export const lastAssessment: Readable<Last, AssessmentEvent> = {
  initialState: { status: 'none', basis: '' },
  toldByLastEvent: true,
  evolve: (_, event) =>
    event.type === 'EnvironmentAssessmentCompleted'
      ? { status: 'completed', basis: event.data.basis }
      : { status: 'open', basis: '' },
};

/** The layers that there are, ready to be asked. */
export async function surroundingsOf(pool: Deps['pool']): Promise<Surroundings> {
  const layers = await completedLayers(pool);
  const loaded = [];
  for (const layer of layers) loaded.push({ layer, facilities: await facilitiesOf(pool, layer.layer_id) });
  return new Surroundings(loaded);
}

/**
 * Joins the candidates of a dataset with the layers, and appends what is other than it was: what an interrupted run has
 * appended is found in the read model, which has to be up to date. A dataset that was joined with these layers since its
 * last import is left alone, so a burst of causes comes to one assessment.
 */
export async function assessDataset(
  deps: JobDeps,
  datasetKey: string,
  surroundings: Surroundings,
  origin: Origin,
  signal: AbortSignal,
): Promise<void> {
  const { commands, log } = deps;
  const stream = streams.environmentAssessment(datasetKey);
  const { state, revision } = await commands.load(lastAssessment, stream);
  const layers = surroundings.layers.map(({ layer_id }) => layer_id);
  const basis = await basisOf(deps.pg, datasetKey, layers);
  if (state.status === 'completed' ? state.basis === basis : layers.length === 0 && state.status === 'none')
    return;
  const startedAt = performance.now();
  const assessment_id = nameUuid('assessment', datasetKey, basis, String(revision));
  let expectedRevision = revision;
  const append = async (event: AssessmentEvent) => {
    signal.throwIfAborted();
    const appended = await commands.append({
      ...origin,
      stream,
      events: [event],
      expectedRevision,
      commandId: nameUuid('assessment', assessment_id, String(expectedRevision)),
    });
    expectedRevision = appended.revision;
  };
  const total = await countCandidates(deps.pg, datasetKey);
  if (state.status !== 'open') {
    const data = { assessment_id, dataset_key: datasetKey, layers, candidates: total };
    await append({ type: 'EnvironmentAssessmentStarted', data });
  }
  let changed = state.status === 'open' ? await changedSoFar(deps.pg, datasetKey) : 0;
  let number = 0;
  const put = async (rows: AssessmentChunk, lookedAt: number) => {
    if (rows.size === 0) return;
    changed += rows.size;
    const of = { assessment_id, dataset_key: datasetKey, chunk: number++, looked_at: lookedAt };
    await append({ type: 'CandidatesAssessed', data: { ...of, ...rows.take() } });
  };
  const candidates = await lookAround(deps.pg, datasetKey, surroundings, put);
  const milliseconds = Math.round(performance.now() - startedAt);
  const data = { assessment_id, dataset_key: datasetKey, basis, candidates, changed, milliseconds };
  await append({ type: 'EnvironmentAssessmentCompleted', data });
  log.info({ dataset: datasetKey, layers: layers.length, candidates, changed, ms: milliseconds }, 'assessed');
}

interface Candidate {
  readonly id: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly import_id: string;
  /** Of what was said last; null when nothing was. */
  readonly fingerprint: number | null;
  readonly assessed_import: string | null;
}

/** A fingerprint of nothing: no layer says anything any more. */
const NOTHING = 0;

/** Looks around every candidate of a dataset, and puts what has changed in chunks; how many candidates there are. */
async function lookAround(
  pool: pg.Pool,
  datasetKey: string,
  surroundings: Surroundings,
  put: (rows: AssessmentChunk, lookedAt: number) => Promise<void>,
): Promise<number> {
  const view = surroundings.view();
  const chunk = new AssessmentChunk(surroundings);
  let lookedAt = 0;
  for await (const candidates of candidatesOf(pool, datasetKey)) {
    for (const { id, latitude, longitude, import_id, fingerprint, assessed_import } of candidates) {
      lookedAt++;
      const seen =
        latitude === null || longitude === null ? undefined : surroundings.look(latitude, longitude, view);
      const says = seen?.fingerprint ?? NOTHING;
      // A candidate that was imported again is told anew: what its file said before may have stood in the way.
      if (fingerprint === null ? seen === undefined : fingerprint === says && assessed_import === import_id)
        continue;
      chunk.add(id, import_id, seen);
      if (chunk.isFull) await put(chunk, lookedAt);
    }
  }
  await put(chunk, lookedAt);
  return lookedAt;
}

/** All candidates of a dataset, as they are at one time. */
async function* candidatesOf(pool: pg.Pool, datasetKey: string): AsyncGenerator<Candidate[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(
      `DECLARE candidates NO SCROLL CURSOR FOR
       SELECT c.id, c.latitude, c.longitude, c.import_id, a.fingerprint, a.import_id AS assessed_import
       FROM read.candidate c
       LEFT JOIN read.candidate_assessment a ON a.candidate_id = c.id
         AND a.generation = ${liveGenerationSql('environment')}
       WHERE c.generation = ${liveGenerationSql('candidates')}
         AND c.dataset_key = $1`,
      [datasetKey],
    );
    for (;;) {
      const { rows } = await client.query<Candidate>(`FETCH ${FETCH} FROM candidates`);
      if (rows.length === 0) break;
      yield rows;
    }
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Names these layers and the state of the dataset's imports. */
async function basisOf(pool: pg.Pool, datasetKey: string, layers: readonly string[]): Promise<string> {
  const { rows } = await pool.query<{ imports: string }>(
    `SELECT coalesce(string_agg(import_id || ' ' || status, ',' ORDER BY import_id), '') AS imports
     FROM read.dataset_import
     WHERE generation = ${liveGenerationSql('datasets')}
       AND dataset_key = $1 AND finished_at IS NOT NULL`,
    [datasetKey],
  );
  return createHash('sha256')
    .update(JSON.stringify([layers, rows[0]?.imports]))
    .digest('hex');
}

async function countCandidates(pool: pg.Pool, datasetKey: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM read.candidate
     WHERE generation = ${liveGenerationSql('candidates')} AND dataset_key = $1`,
    [datasetKey],
  );
  return rows[0]?.count ?? 0;
}

/** How many an interrupted assessment has told of. */
async function changedSoFar(pool: pg.Pool, datasetKey: string): Promise<number> {
  const { rows } = await pool.query<Pick<EventData<'EnvironmentAssessmentCompleted'>, 'changed'>>(
    `SELECT changed FROM read.environment_assessment
     WHERE generation = ${liveGenerationSql('environment')} AND dataset_key = $1`,
    [datasetKey],
  );
  return rows[0]?.changed ?? 0;
}
