import { createHash } from 'node:crypto';
import { type DomainEvent, type EventData, streams } from '@landline/event-schemas';
import { Surroundings } from '@landline/scoring-engine/nearby/surroundings';
import type pg from 'pg';
import type { KnownAppend, Readable } from '../../platform/commands/commands.ts';
import { nameUuid } from '../../platform/commands/ids.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import type { PropertyPorts } from '../ports.ts';
import { AssessmentChunk } from './assessment-chunk.ts';
import { completedLayers, facilitiesOf } from './queries.ts';

type JobDeps = Pick<PropertyPorts, 'pool' | 'pg' | 'commands' | 'log'>;
type AssessmentEvent = DomainEvent<
  'EnvironmentAssessmentStarted' | 'CandidatesAssessed' | 'EnvironmentAssessmentCompleted'
>;

/** Candidates fetched from the database at a time. */
const FETCH_SIZE = 5_000;

interface LastAssessment {
  /** `open`: started but not completed. */
  readonly status: 'none' | 'open' | 'completed';
  readonly basis: string;
}

export const lastAssessment: Readable<LastAssessment, AssessmentEvent> = {
  initialState: { status: 'none', basis: '' },
  readsLastEventOnly: true,
  evolve: (_, event) =>
    event.type === 'EnvironmentAssessmentCompleted'
      ? { status: 'completed', basis: event.data.basis }
      : { status: 'open', basis: '' },
};

/** Loads every fully imported environment layer into an in-memory index. */
export async function loadSurroundings(pool: PropertyPorts['pool']): Promise<Surroundings> {
  const layers = await completedLayers(pool);
  const loadedLayers = [];
  for (const layer of layers)
    loadedLayers.push({ layer, facilities: await facilitiesOf(pool, layer.layer_id) });
  return new Surroundings(loadedLayers);
}

/**
 * Joins the candidates of a dataset with the layers and appends changed assessments. The read model must be up to date,
 * because it contains the events that an interrupted run has appended. Skips a dataset that was assessed with the same
 * layers since its last import, so that a burst of triggers causes one assessment.
 */
export async function assessDataset(
  ports: JobDeps,
  datasetKey: string,
  surroundings: Surroundings,
  origin: Pick<KnownAppend, 'actor' | 'correlationId' | 'causationId'>,
  signal: AbortSignal,
): Promise<void> {
  const { commands, log } = ports;
  const stream = streams.environmentAssessment(datasetKey);
  const { state, revision } = await commands.load(lastAssessment, stream);
  const layers = surroundings.layers.map(({ layer_id }) => layer_id);
  const basis = await basisOf(ports.pg, datasetKey, layers);
  if (state.status === 'completed' ? state.basis === basis : layers.length === 0 && state.status === 'none')
    return;
  const startedAt = performance.now();
  const assessment_id = nameUuid('assessment', datasetKey, basis, String(revision));
  let expectedRevision = revision;
  const append = async (event: AssessmentEvent) => {
    signal.throwIfAborted();
    const result = await commands.append({
      ...origin,
      stream,
      events: [event],
      expectedRevision,
      commandId: nameUuid('assessment', assessment_id, String(expectedRevision)),
    });
    expectedRevision = result.revision;
  };
  const total = await countCandidates(ports.pg, datasetKey);
  if (state.status !== 'open') {
    const data = { assessment_id, dataset_key: datasetKey, layers, candidates: total };
    await append({ type: 'EnvironmentAssessmentStarted', data });
  }
  let changed = state.status === 'open' ? await countAppended(ports.pg, datasetKey) : 0;
  let chunkIndex = 0;
  const appendChunk = async (rows: AssessmentChunk, examined: number) => {
    if (rows.size === 0) return;
    changed += rows.size;
    const chunk = { assessment_id, dataset_key: datasetKey, chunk: chunkIndex++, looked_at: examined };
    await append({ type: 'CandidatesAssessed', data: { ...chunk, ...rows.take() } });
  };
  const candidates = await assessCandidates(ports.pg, datasetKey, surroundings, appendChunk);
  const milliseconds = Math.round(performance.now() - startedAt);
  const data = { assessment_id, dataset_key: datasetKey, basis, candidates, changed, milliseconds };
  await append({ type: 'EnvironmentAssessmentCompleted', data });
  log.info(
    {
      event: 'environment.assessed',
      datasetKey,
      layers: layers.length,
      candidates,
      changed,
      ms: milliseconds,
    },
    'Environmental assessment completed',
  );
}

interface Candidate {
  readonly id: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly import_id: string;
  /** Fingerprint of the last assessment; null if there is none. */
  readonly fingerprint: number | null;
  readonly assessed_import: string | null;
}

/** Fingerprint of an assessment without any findings. */
const NO_FINDINGS = 0;

/** Assesses every candidate, passes changed assessments to `append` and returns the number of candidates. */
async function assessCandidates(
  pool: pg.Pool,
  datasetKey: string,
  surroundings: Surroundings,
  append: (rows: AssessmentChunk, examined: number) => Promise<void>,
): Promise<number> {
  const view = surroundings.view();
  const chunk = new AssessmentChunk(surroundings);
  let examined = 0;
  for await (const candidates of candidatesOf(pool, datasetKey)) {
    for (const { id, latitude, longitude, import_id, fingerprint, assessed_import } of candidates) {
      examined++;
      const findings =
        latitude === null || longitude === null ? undefined : surroundings.find(latitude, longitude, view);
      const current = findings?.fingerprint ?? NO_FINDINGS;
      // A reimported candidate is assessed again: values in the previous import file may have overridden the layers.
      if (
        fingerprint === null
          ? findings === undefined
          : fingerprint === current && assessed_import === import_id
      )
        continue;
      chunk.add(id, import_id, findings);
      if (chunk.isFull) await append(chunk, examined);
    }
  }
  await append(chunk, examined);
  return examined;
}

/** Streams the candidates of a dataset from one snapshot of the database. */
async function* candidatesOf(pool: pg.Pool, datasetKey: string): AsyncGenerator<Candidate[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(
      `DECLARE candidates NO SCROLL CURSOR FOR
       SELECT c.id, c.latitude, c.longitude, c.import_id, a.fingerprint, a.import_id AS assessed_import
       FROM read.candidate c
       LEFT JOIN read.candidate_assessment a ON a.candidate_id = c.id
         AND a.generation = ${liveGeneration('environment').sql}
       WHERE c.generation = ${liveGeneration('candidates').sql}
         AND c.dataset_key = $1`,
      [datasetKey],
    );
    for (;;) {
      const { rows } = await client.query<Candidate>(`FETCH ${FETCH_SIZE} FROM candidates`);
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

/** Returns a hash of the layers and the state of the dataset's imports. */
async function basisOf(pool: pg.Pool, datasetKey: string, layers: readonly string[]): Promise<string> {
  const { rows } = await pool.query<{ imports: string }>(
    `SELECT coalesce(string_agg(import_id || ' ' || status, ',' ORDER BY import_id), '') AS imports
     FROM read.dataset_import
     WHERE generation = ${liveGeneration('datasets').sql}
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
     WHERE generation = ${liveGeneration('candidates').sql} AND dataset_key = $1`,
    [datasetKey],
  );
  return rows[0]?.count ?? 0;
}

/** Returns the number of changed candidates that an interrupted assessment has appended. */
async function countAppended(pool: pg.Pool, datasetKey: string): Promise<number> {
  const { rows } = await pool.query<Pick<EventData<'EnvironmentAssessmentCompleted'>, 'changed'>>(
    `SELECT changed FROM read.environment_assessment
     WHERE generation = ${liveGeneration('environment').sql} AND dataset_key = $1`,
    [datasetKey],
  );
  return rows[0]?.changed ?? 0;
}
