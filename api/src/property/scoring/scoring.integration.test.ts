import { type CandidateFeatures, UNKNOWN_FEATURES } from '@landline/event-schemas';
import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { DEFAULT_MODEL, explain, modelHash, SHARE_TAKEN_MODEL } from '@landline/scoring-engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, startTestApi, type TestApi } from '../../testing/api.ts';
import { importDataset, waitUntilScored } from '../../testing/datasets.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { modelWithOtherUnitPoints } from '../../testing/scoring-models.ts';

const DATASET = 'swapville';
const COUNT = 10_000;

let api: TestApi & { stopAll(): Promise<void> };
let processes: TestProcess[] = [];
let token: string;

const parcels: CandidateFeatures[] = Array.from({ length: COUNT }, (_, i) => ({
  ...UNKNOWN_FEATURES,
  id: candidateId(DATASET, `10-${i}`),
  apn: `10-${i}`,
  street_address: `${i} Oak St`,
  units: 1 + (i % 12),
  parcel_area: 12_000 + 3 * i,
  open_area: 3_000 + 2 * i,
  open_ratio: (3_000 + 2 * i) / (12_000 + 3 * i),
  building_area: 4_000,
  building_count: 1 + (i % 4),
  potential_garages_count: i % 5,
}));

beforeAll(async () => {
  api = await startTestApi();
  processes = await Promise.all([
    startProcess('projections', api.services),
    startProcess('scoring-engine', api.services),
  ]);
  await importDataset(api, DATASET, parcels);
  ({ token } = await api.signIn('SuperAdmin'));
  await waitUntilScored(api, DATASET, token);
});

afterAll(async () => {
  await Promise.all(processes.map((child) => child.stop()));
  await api?.stopAll();
});

/** Position of the latest command; later reads wait for it. */
let lastPosition: string | null = null;
async function call(method: string, path: string, body?: unknown, callerToken = token) {
  const response = await api.call(method, path, {
    token: callerToken,
    ...(body !== undefined && { body }),
    ...(lastPosition && { headers: { 'X-Min-Position': lastPosition } }),
  });
  lastPosition = response.headers.get('X-Event-Position') ?? lastPosition;
  return response;
}
const runOf = async (id: string) => (await call('GET', `/api/geo/scoring/runs/${id}`)).body.data;
const waitForState = (id: string, state: string) =>
  eventually(`the run is ${state}`, async () => (await runOf(id)).state === state && runOf(id));
const rescore = async (): Promise<string> =>
  (await call('POST', '/api/geo/scoring/rescore', { datasetKey: DATASET })).body.data.run_id;

describe('while all scores are being replaced', () => {
  test('no page mixes two models or omits a candidate', async () => {
    const models = [
      DEFAULT_MODEL,
      modelWithOtherUnitPoints(1),
      modelWithOtherUnitPoints(2),
      modelWithOtherUnitPoints(3),
    ];
    const byId = new Map(parcels.map((parcel) => [parcel.id, parcel]));
    const cachedScores = new Map<string, (number | null)[]>();
    const scoresOf = (id: string) => {
      const parcel = byId.get(id);
      if (parcel && !cachedScores.has(id))
        cachedScores.set(
          id,
          models.map((model) => explain('adu', parcel, null, model).score),
        );
      return cachedScores.get(id) ?? [];
    };
    const modelOf = (rows: { id: string; score: number | null }[]) =>
      models.findIndex((_, model) => rows.every(({ id, score }) => scoresOf(id)[model] === score));
    let pagesRead = 0;
    const shownModels = new Set<number>();
    let isReading = true;
    const reader = async (query: string) => {
      for (let page = 1; isReading; page = (page % 60) + 1) {
        const { body } = await api.call(
          'GET',
          `/api/geo/candidates?datasetKey=${DATASET}&page=${page}${query}`,
          {
            token,
          },
        );
        const model = modelOf(body.data);
        if (model < 0) throw new Error(`The page mixes models: ${JSON.stringify(body.data)}`);
        expect(body.pagination.total).toBe(COUNT);
        expect(body.data).toHaveLength(50);
        shownModels.add(model);
        pagesRead++;
      }
    };
    const readers = ['', '&sortOrder=asc', '&sortBy=parcel_area'].map(reader);
    const failure = Promise.race(readers);
    for (const model of [...models.slice(1), ...models]) {
      const published = await call('POST', '/api/geo/scoring/model', { model });
      expect(published.status).toBe(200);
      await Promise.race([
        failure,
        eventually('the scores come from the new model and were read', async () => {
          const { body } = await call('GET', '/api/geo/scoring/model');
          const isInForce = body.data.model_hash === modelHash(model) && body.data.behind.length === 0;
          return isInForce && shownModels.has(models.indexOf(model));
        }),
      ]);
    }
    isReading = false;
    await Promise.all(readers);
    process.stdout.write(`${pagesRead} pages read from ${shownModels.size} models\n`);
    expect(shownModels.size).toBe(models.length);
    expect(pagesRead).toBeGreaterThan(20);
  });
});

describe('a run', () => {
  const withBlockedRescoring = (work: () => Promise<void>) => blockRescoring(api.services.databaseUrl, work);
  const liveSet = async () =>
    (await api.ports.pg.query('SELECT set_id FROM scoring.live_set WHERE dataset_key = $1', [DATASET])).rows;

  test('can be canceled and leaves the scores unchanged', async () => {
    const before = await liveSet();
    let id = '';
    await withBlockedRescoring(async () => {
      id = await rescore();
      await waitForState(id, 'writing');
      expect((await call('POST', `/api/geo/scoring/runs/${id}/cancel`)).status).toBe(200);
      await waitForState(id, 'cancelled');
      expect((await call('POST', `/api/geo/scoring/runs/${id}/cancel`)).status).toBe(200);
    });
    const next = await call('POST', `/api/geo/scoring/runs/${id}/retry`);
    expect(next.status).toBe(202);
    await waitForState(next.body.data.run_id, 'completed');
    expect((await runOf(id)).state).toBe('cancelled');
    expect(await liveSet()).not.toEqual(before);
    const late = await call('POST', `/api/geo/scoring/runs/${next.body.data.run_id}/cancel`);
    expect([late.status, late.body.code]).toEqual([409, 'RUN_NOT_CANCELABLE']);
  });

  test('cannot be canceled while its scores become live', async () => {
    const id = await rescore();
    await waitForState(id, 'completed');
    const setState = (state: string) =>
      api.ports.pg.query('UPDATE scoring.run SET state = $2 WHERE run_id = $1', [id, state]);
    await setState('swapping');
    const { status, body } = await call('POST', `/api/geo/scoring/runs/${id}/cancel`);
    await setState('completed');
    expect([status, body.code]).toEqual([409, 'RUN_NOT_CANCELABLE']);
    expect(body.message).toBe('This run is being completed and can no longer be canceled.');
  });

  test('lists how many chunks each engine scored', async () => {
    const id = await rescore();
    expect((await waitForState(id, 'completed')).shares).toBeNull();
    const shares = { 'one:1': 3, 'two:2': 1 };
    await api.ports.pg.query('UPDATE scoring.run SET shares = $2 WHERE run_id = $1', [id, shares]);
    expect(await runOf(id)).toMatchObject({ shares });
    const latest = await call('GET', `/api/geo/scoring/runs?datasetKey=${DATASET}&latest=true`);
    expect(latest.body.data).toEqual([expect.objectContaining({ run_id: id, shares })]);
  });

  test('shows why it failed and can be retried', async () => {
    const { rows } = await api.ports.pg.query('SELECT last_value FROM scoring.set_id');
    await api.ports.pg.query(`ALTER SEQUENCE scoring.set_id MAXVALUE ${rows[0].last_value}`);
    const id = await rescore();
    const failed = await waitForState(id, 'failed');
    expect(failed.error).toContain('set_id');
    const latest = await call('GET', `/api/geo/scoring/runs?datasetKey=${DATASET}&latest=true`);
    expect(latest.body.data).toEqual([expect.objectContaining({ run_id: id, state: 'failed' })]);
    await api.ports.pg.query('ALTER SEQUENCE scoring.set_id NO MAXVALUE');
    const { body } = await call('POST', `/api/geo/scoring/runs/${id}/retry`);
    await waitForState(body.data.run_id, 'completed');
  });

  test('cannot be retried while running, and returns 404 if unknown', async () => {
    await withBlockedRescoring(async () => {
      const id = await rescore();
      expect((await call('POST', `/api/geo/scoring/runs/${id}/retry`)).body.code).toBe('RUN_NOT_FINISHED');
      await call('POST', `/api/geo/scoring/runs/${id}/cancel`);
    });
    const unknownId = crypto.randomUUID();
    expect((await call('POST', `/api/geo/scoring/runs/${unknownId}/cancel`)).status).toBe(404);
  });
});

describe('the scoring model', () => {
  const currentModel = async () => (await call('GET', '/api/geo/scoring/model')).body.data;

  test('can be published with either interpretation of the open-space penalties and reports the current one', async () => {
    const publish = async (body: object) => (await call('POST', '/api/geo/scoring/model', body)).body;
    const shareTaken = await publish({ reading: 'share-taken' });
    expect(shareTaken).toMatchObject({
      data: { reading: 'share-taken', model_hash: modelHash(SHARE_TAKEN_MODEL) },
      message: 'Scoring model published',
    });
    expect(await currentModel()).toMatchObject({ reading: 'share-taken', name: SHARE_TAKEN_MODEL.name });
    expect((await publish({ reading: 'share-taken' })).message).toBe('This scoring model is already in use');
    await publish({ reading: 'literal' });
    const { open_space_penalty, model_hash } = await currentModel();
    expect(model_hash).toBe(modelHash(DEFAULT_MODEL));
    expect(open_space_penalty.bands).toEqual([
      { label: 'Vacant land penalty', from: 0.95, to: null, value: 0.7 },
      { label: 'No coverage penalty', from: 0.7, to: 0.95, value: 1 },
      { label: 'Moderate coverage penalty', from: 0.4, to: 0.7, value: 0.25 },
      { label: 'Excessive coverage penalty', from: 0.25, to: 0.4, value: 0.5 },
      { label: 'Severe coverage penalty', from: null, to: 0.25, value: 0.8 },
    ]);
  });

  test('rejects a request with both an interpretation and a document', async () => {
    const { model_hash } = await currentModel();
    const both = { reading: 'literal', model: SHARE_TAKEN_MODEL };
    expect((await call('POST', '/api/geo/scoring/model', both)).status).toBe(400);
    expect((await currentModel()).model_hash).toBe(model_hash);
  });

  test('lists trained adjustments and rejects an invalid document', async () => {
    for (const parcel of parcels.slice(0, 3)) {
      await call('POST', '/api/geo/training/classify', {
        candidateId: parcel.id,
        classification: 'good',
        factorIds: ['adu-garages'],
      });
    }
    const learned = await eventually('training has finished', async () => {
      const found = (await currentModel()).learned;
      return found.some(({ good }: { good: number }) => good === 3) && found;
    });
    expect(learned[0]).toMatchObject({ property_type: 'adu', bad: 0, trait: expect.any(String) });
    const { scopes, factors } = (await call('GET', '/api/geo/training/summary')).body.data;
    expect(scopes[0]).toEqual({ scope: 'everyone', name: 'Everyone', good: 3, bad: 0 });
    const used = factors.filter((factor: { used: number }) => factor.used > 0);
    expect(used).toMatchObject([{ id: 'adu-garages', property_type: 'adu', used: 3 }]);
    const invalid = { ...DEFAULT_MODEL, formula: 2 };
    const rejected = await call('POST', '/api/geo/scoring/model', { model: invalid });
    expect([rejected.status, rejected.body.code]).toEqual([422, 'MODEL_INVALID']);
    expect(rejected.body.details[0].path).toBe('body.model.formula');
    const { environmental } = DEFAULT_MODEL;
    const grades = environmental.grades.map((grade) =>
      grade.grade === 'B' ? { ...grade, to: null } : grade,
    );
    const endless = { ...DEFAULT_MODEL, environmental: { ...environmental, grades } };
    const unsound = await call('POST', '/api/geo/scoring/model', { model: endless });
    expect([unsound.status, unsound.body.details[0]?.path]).toEqual([
      422,
      'body.model.environmental.grades.1.to',
    ]);
  });
});

test('shows a client the effect of its first classification before its own scores are ready', async () => {
  const { token: clientToken, clientId = '' } = await api.signIn('ClientUser');
  await call('POST', '/api/geo/datasets/grant-city-access', { clientId, cityDatasetId: DATASET });
  const [parcel] = parcels as [CandidateFeatures];
  const asClient = async (path: string) => (await call('GET', path, undefined, clientToken)).body.data;
  const path = `/api/geo/candidates/${parcel.id}`;
  const everyonesCandidate = await asClient(path);
  await blockRescoring(api.services.databaseUrl, async () => {
    const classification = { candidateId: parcel.id, classification: 'bad', notes: '', factorIds: [] };
    expect((await call('POST', '/api/geo/training/classify', classification, clientToken)).status).toBe(200);
    const clientCandidate = await asClient(path);
    expect(clientCandidate).toMatchObject({
      manual_classification: 'bad',
      score: explain('adu', parcel, { classification: 'bad', factorIds: [] }, DEFAULT_MODEL).score,
    });
    expect(clientCandidate.score).toBeLessThan(everyonesCandidate.score);
    expect(await asClient(`${path}/breakdown`)).toMatchObject({
      score: clientCandidate.score,
      grade: clientCandidate.grade,
    });
    expect((await asClient(`${path}/history`)).changes[0]).toMatchObject({
      cause: 'classified',
      before: everyonesCandidate.score,
      score: clientCandidate.score,
    });
    expect((await call('GET', path)).body.data.score).toBe(everyonesCandidate.score);
  });
  await eventually('the client has its own scores', async () => {
    const { rows } = await api.ports.pg.query('SELECT 1 FROM scoring.live_set WHERE scope = $1', [clientId]);
    return rows.length === 1;
  });
  expect((await asClient(path)).manual_classification).toBe('bad');
});

test('lists runs with the names of their dataset and client', async () => {
  const { token: clientToken, clientId = '' } = await api.signIn('ClientUser');
  await call('POST', '/api/geo/datasets/grant-city-access', { clientId, cityDatasetId: DATASET });
  const classification = { candidateId: parcels[1]?.id, classification: 'bad', notes: '', factorIds: [] };
  expect((await call('POST', '/api/geo/training/classify', classification, clientToken)).status).toBe(200);
  const runs = await eventually("the client's scores are calculated", async () => {
    const { body } = await call('GET', `/api/geo/scoring/runs?datasetKey=${DATASET}&latest=true`);
    return body.data.some(({ scope }: { scope: string }) => scope === clientId) && body.data;
  });
  const dataset_name = 'Swapville Properties';
  expect(runs).toContainEqual(
    expect.objectContaining({ dataset_name, scope: clientId, scope_name: `Client ${clientId}` }),
  );
  expect(runs).toContainEqual(
    expect.objectContaining({ dataset_name, scope: 'everyone', scope_name: 'Everyone' }),
  );
});
