import { createHash } from 'node:crypto';
import { DEFAULT_MODEL, modelHash, type ScoringModel } from '@landline/scoring-engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/api.ts';
import { DATASET, parcels, startScoredDatasetEnvironment } from '../../testing/scored-dataset-environment.ts';
import { modelWithOtherUnitPoints } from '../../testing/scoring-models.ts';

/** Minimum number of reads; LIST_READS makes a run longer. */
const READS = Number(process.env.LIST_READS ?? 2_000);
const CONCURRENCY = 6;
const REBUILT_MODELS = ['candidates', 'classifications', 'datasets', 'scoring'];

const CLASSIFIED_COUNT = 5;

/** Classifications that the latest model was trained with, and whether the dataset's scores come from it. */
const TRAINING_STATE = `
  SELECT judgements, live_set.model_hash = model.model_hash AS is_live FROM read.published_model AS model
  JOIN read.projector ON name = 'history' AND live_generation = model.generation
  JOIN scoring.live_set ON live_set.scope = model.scope AND dataset_key = $1
  WHERE model.scope = 'everyone' ORDER BY model.position DESC LIMIT 1`;

const BASE = `/api/geo/candidates`;
const DATASET_QUERY = `datasetKey=${DATASET}`;
const LISTS = [
  `${BASE}?${DATASET_QUERY}&limit=200`,
  `${BASE}?${DATASET_QUERY}&limit=50&page=2&sortOrder=asc`,
  `${BASE}?${DATASET_QUERY}&limit=200&sortBy=parcel_area&minLotSize=0.5`,
  `${BASE}?${DATASET_QUERY}&limit=200&classification=good`,
  `${BASE}?${DATASET_QUERY}&limit=200&zoning=R-2&search=Oak`,
  `${BASE}/points?${DATASET_QUERY}`,
  `${BASE}/filter-options?${DATASET_QUERY}`,
] as const;

let environment: Awaited<ReturnType<typeof startScoredDatasetEnvironment>>;
beforeAll(async () => {
  environment = await startScoredDatasetEnvironment();
});
afterAll(() => environment?.stop());

const call = (method: string, path: string, body?: unknown) =>
  environment.api.call(method, path, { token: environment.token, ...(body !== undefined && { body }) });

async function checksumOf(path: string): Promise<string> {
  const response = await fetch(new URL(path, environment.api.url), {
    headers: { Authorization: `Bearer ${environment.token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return `${response.status} ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
}

const checksums = () => Promise.all(LISTS.map(checksumOf));

/** Reads every list repeatedly until `work` has ended and `count` lists were read. Returns the distinct checksums of each list. */
async function readDuring(
  count: number,
  work: (isDone: () => boolean) => Promise<void>,
): Promise<Set<string>[]> {
  const distinctChecksums = LISTS.map(() => new Set<string>());
  let reads = 0;
  let isStopped = false;
  const reader = async () => {
    while (!isStopped || reads < count) {
      const list = reads++ % LISTS.length;
      distinctChecksums[list]?.add(await checksumOf(LISTS[list] ?? ''));
    }
  };
  const readers = Array.from({ length: CONCURRENCY }, reader);
  try {
    await work(() => reads >= count);
  } finally {
    isStopped = true;
    await Promise.all(readers);
  }
  process.stdout.write(`${reads} lists read\n`);
  return distinctChecksums;
}

async function rebuild(name: string): Promise<void> {
  const live = async () => {
    const { rows } = await environment.api.ports.pg.query<{ live_generation: number }>(
      'SELECT live_generation FROM read.projector WHERE name = $1',
      [name],
    );
    return rows[0]?.live_generation;
  };
  const before = await live();
  expect((await call('POST', `/api/admin/projections/${name}/rebuild`)).status).toBe(200);
  await eventually(`${name} was rebuilt`, async () => (await live()) !== before);
}

async function rescore(): Promise<void> {
  const { body } = await call('POST', '/api/geo/scoring/rescore', { datasetKey: DATASET });
  const run = `/api/geo/scoring/runs/${body.data.run_id}`;
  await eventually('the run ended', async () => (await call('GET', run)).body.data?.state === 'completed');
}

async function publish(model: ScoringModel): Promise<void> {
  expect((await call('POST', '/api/geo/scoring/model', { model })).status).toBe(200);
  await eventually('the scores come from the new model', async () => {
    const { data } = (await call('GET', '/api/geo/scoring/model')).body;
    return data.model_hash === modelHash(model) && data.behind.length === 0;
  });
}

test('a list never mixes two models while a model is published and read models are rebuilt', {
  timeout: 300_000,
}, async () => {
  const before = await checksums();
  await publish(modelWithOtherUnitPoints(1));
  const after = await checksums();
  const allowed = LISTS.map((_, list) => [before[list], after[list]]);
  let published = 0;
  const distinctChecksums = await readDuring(READS / 2, async (isDone) => {
    while (published < 2 || !isDone()) {
      await publish(published++ % 2 === 0 ? DEFAULT_MODEL : modelWithOtherUnitPoints(1));
      await rebuild(REBUILT_MODELS[published % REBUILT_MODELS.length] ?? '');
    }
  });
  for (const [list, found] of distinctChecksums.entries())
    expect(allowed[list]).toEqual(expect.arrayContaining([...found]));
});

test('a list stays the same while its read models are rebuilt and its dataset is rescored', {
  timeout: 300_000,
}, async () => {
  for (const [index, { id }] of parcels.slice(1, 1 + CLASSIFIED_COUNT).entries()) {
    const classified = await call('POST', '/api/geo/training/classify', {
      candidateId: id,
      classification: index % 2 === 0 ? 'good' : 'bad',
      propertyType: 'adu',
    });
    expect(classified.status).toBeLessThan(300);
  }
  await eventually('the scores come from a model trained with all classifications', async () => {
    const { rows } = await environment.api.ports.pg.query(TRAINING_STATE, [DATASET]);
    return rows[0]?.judgements === CLASSIFIED_COUNT && rows[0].is_live;
  });
  const before = await checksums();
  let rounds = 0;
  const distinctChecksums = await readDuring(READS / 2, async (isDone) => {
    while (rounds < REBUILT_MODELS.length || !isDone()) {
      await Promise.all([rescore(), rebuild(REBUILT_MODELS[rounds++ % REBUILT_MODELS.length] ?? '')]);
    }
  });
  expect(distinctChecksums.map((found) => [...found])).toEqual(before.map((checksum) => [checksum]));
});
