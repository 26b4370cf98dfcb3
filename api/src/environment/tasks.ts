import { setTimeout as pause } from 'node:timers/promises';
import { actor, type RecordedEvent } from '@landline/event-schemas';
import { sql } from 'slonik';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { liveGeneration } from '../live-generation.ts';
import { type Asked, cause, defineReactor, type Job } from '../reactors/reactor.ts';
import type { Task } from '../reactors/tasks.ts';
import { assessDataset, surroundingsOf } from './assess.ts';
import { giveUpLayer, type LayerJob, layerJob, readUploadedLayer } from './layer-job.ts';

/** Tries of a job; the pauses between them grow to hours. */
const MAX_ATTEMPTS = 10;
const QUEUE = 'environment';

const assessJob = cause.extend({
  /** Null: all datasets of ios candidates, for the environment of others is not looked at (spec 001 §1). */
  dataset_key: z.string().nullable(),
  actor,
});

const assess = (dataset_key: string | null, { metadata: { actor } }: RecordedEvent): Job => ({
  task: 'environment.assess',
  payload: { dataset_key, actor },
  queue: QUEUE,
  maxAttempts: MAX_ATTEMPTS,
});

/** A registered layer is read in the background; when either side of the join changes, it is made again. */
export const environmentReactor = defineReactor({
  name: 'environment',
  on: {
    EnvironmentLayerRegistered: ({ data: { layer_id }, metadata: { actor } }) => {
      const payload: Asked<LayerJob> = { layer_id, actor };
      return [{ task: 'environment.read', payload, queue: QUEUE, maxAttempts: MAX_ATTEMPTS }];
    },
    EnvironmentLayerCompleted: (event) => [assess(null, event)],
    EnvironmentLayerRemoved: (event) => [assess(null, event)],
    DatasetImportCompleted: (event) => [assess(event.data.dataset_key, event)],
    DatasetImportFailed: (event) => [assess(event.data.dataset_key, event)],
    DatasetImportCancelled: (event) => [assess(event.data.dataset_key, event)],
  },
});

export function environmentTasks(deps: Deps): Record<string, Task> {
  return {
    'environment.read': async (payload, { abortSignal, job: { attempts, max_attempts } }) => {
      const job = layerJob.parse(payload);
      try {
        await caughtUp(deps, abortSignal);
        await readUploadedLayer(deps, job, abortSignal);
      } catch (error) {
        if (attempts < max_attempts || abortSignal.aborted) throw error;
        deps.log.error({ err: error, layer_id: job.layer_id }, 'A layer is given up');
        await giveUpLayer(deps, job, 'The layer could not be finished.');
      }
    },
    'environment.assess': async (payload, { abortSignal }) => {
      const { dataset_key, ...origin } = assessJob.parse(payload);
      await caughtUp(deps, abortSignal);
      const surroundings = await surroundingsOf(deps.pool);
      for (const datasetKey of await iosDatasets(deps, dataset_key))
        await assessDataset(deps, datasetKey, surroundings, origin, abortSignal);
    },
  };
}

async function iosDatasets({ pool }: Deps, datasetKey: string | null): Promise<readonly string[]> {
  const rows = await pool.any(sql.type(z.object({ dataset_key: z.string() }))`
    SELECT dataset_key FROM read.dataset
    WHERE generation = ${liveGeneration('datasets')}
      AND property_type = 'ios' AND (${datasetKey}::text IS NULL OR dataset_key = ${datasetKey})
    ORDER BY dataset_key
  `);
  return rows.map((row) => row.dataset_key);
}

const READS = ['environment', 'datasets', 'candidates'];
const ASK_MS = 100;
/** Then the job is tried again later: a projector may be rebuilding. */
const PATIENCE_MS = 60_000;

/** Waits until the read models that the join reads have passed the present end of the log. */
async function caughtUp({ pool, eventStore, logId }: Deps, signal: AbortSignal): Promise<void> {
  const head = await eventStore.head();
  for (let waited = 0; ; waited += ASK_MS) {
    const behind = await pool.any(sql.type(z.object({ projector: z.string() }))`
      SELECT p.name AS projector FROM read.projector p
      LEFT JOIN read.checkpoint c
        ON c.projector = p.name AND c.generation = p.live_generation AND c.log_id = ${logId}
      WHERE p.name = ANY(${sql.array(READS, 'text')}) AND coalesce(c.position, -1) < ${head}
    `);
    if (behind.length === 0) return;
    if (waited >= PATIENCE_MS)
      throw new Error(`Read models are behind: ${behind.map(({ projector }) => projector).join(', ')}`);
    await pause(ASK_MS, undefined, { signal });
  }
}
