import { setTimeout as pause } from 'node:timers/promises';
import { actor, type RecordedEvent } from '@landline/event-schemas';
import { sql } from 'slonik';
import { z } from 'zod';
import { liveGeneration } from '../../platform/live-generation.ts';
import { cause, defineReactor, type Job, type JobPayload } from '../../platform/reactors/reactor.ts';
import type { Task } from '../../platform/reactors/tasks.ts';
import type { PropertyPorts } from '../ports.ts';
import { assessDataset, loadSurroundings } from './assess-dataset.ts';
import { abandonLayer, importUploadedLayer, type LayerJob, layerJob } from './layer-job.ts';

/** Attempts per job; the backoff between them grows to hours. */
const MAX_ATTEMPTS = 10;
const QUEUE = 'environment';

const assessJob = cause.extend({
  /** Null means all ios datasets; others have no environmental assessment (spec 001 §1). */
  dataset_key: z.string().nullable(),
  actor,
});

const assess = (dataset_key: string | null, { metadata: { actor } }: RecordedEvent): Job => ({
  task: 'environment.assess',
  payload: { dataset_key, actor },
  queue: QUEUE,
  maxAttempts: MAX_ATTEMPTS,
});

/** Imports registered layers in the background, and assesses datasets again after layers or imports change. */
export const environmentReactor = defineReactor({
  name: 'environment',
  on: {
    EnvironmentLayerRegistered: ({ data: { layer_id }, metadata: { actor } }) => {
      const payload: JobPayload<LayerJob> = { layer_id, actor };
      return [{ task: 'environment.read', payload, queue: QUEUE, maxAttempts: MAX_ATTEMPTS }];
    },
    EnvironmentLayerCompleted: (event) => [assess(null, event)],
    EnvironmentLayerRemoved: (event) => [assess(null, event)],
    DatasetImportCompleted: (event) => [assess(event.data.dataset_key, event)],
    DatasetImportFailed: (event) => [assess(event.data.dataset_key, event)],
    DatasetImportCancelled: (event) => [assess(event.data.dataset_key, event)],
  },
});

export function environmentTasks(ports: PropertyPorts): Record<string, Task> {
  return {
    'environment.read': async (payload, { abortSignal, job: { attempts, max_attempts } }) => {
      const job = layerJob.parse(payload);
      try {
        await waitForReadModels(ports, abortSignal);
        await importUploadedLayer(ports, job, abortSignal);
      } catch (error) {
        if (attempts < max_attempts) throw error;
        ports.log.error(
          { event: 'layer.failed', err: error, layer_id: job.layer_id, attempts },
          'Layer import failed after its last attempt; its file has to be uploaded again',
        );
        await abandonLayer(ports, job, 'The layer could not be imported.');
      }
    },
    'environment.assess': async (payload, { abortSignal }) => {
      const { dataset_key, ...origin } = assessJob.parse(payload);
      await waitForReadModels(ports, abortSignal);
      const surroundings = await loadSurroundings(ports.pool);
      for (const datasetKey of await iosDatasets(ports, dataset_key))
        await assessDataset(ports, datasetKey, surroundings, origin, abortSignal);
    },
  };
}

async function iosDatasets({ pool }: PropertyPorts, datasetKey: string | null): Promise<readonly string[]> {
  return pool.anyFirst(sql.type(z.object({ dataset_key: z.string() }))`
    SELECT dataset_key FROM read.dataset
    WHERE generation = ${liveGeneration('datasets')}
      AND property_type = 'ios' AND (${datasetKey}::text IS NULL OR dataset_key = ${datasetKey})
    ORDER BY dataset_key
  `);
}

const READS = ['environment', 'datasets', 'candidates'];
const POLL_MS = 100;
/** Maximum wait in milliseconds; the worker retries the job later, because a projector may be rebuilding. */
const MAX_WAIT_MS = 60_000;

/** Waits until the read models of the assessment have reached the current end of the event log. */
async function waitForReadModels(
  { pool, eventStore, logId }: PropertyPorts,
  signal: AbortSignal,
): Promise<void> {
  const head = await eventStore.head();
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const behind = await pool.any(sql.type(z.object({ projector: z.string() }))`
      SELECT p.name AS projector FROM read.projector p
      LEFT JOIN read.checkpoint c
        ON c.projector = p.name AND c.generation = p.live_generation AND c.log_id = ${logId}
      WHERE p.name = ANY(${sql.array(READS, 'text')}) AND coalesce(c.position, -1) < ${head}
    `);
    if (behind.length === 0) return;
    if (waitedMs >= MAX_WAIT_MS)
      throw new Error(`Read models are behind: ${behind.map(({ projector }) => projector).join(', ')}`);
    await pause(POLL_MS, undefined, { signal });
  }
}
