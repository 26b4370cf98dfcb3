import { type CandidateFeatures, streams } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/api.ts';
import { parcels, startScoredDatasetEnvironment } from '../../testing/scored-dataset-environment.ts';

let environment: Awaited<ReturnType<typeof startScoredDatasetEnvironment>>;
let api: typeof environment.api;
let token: string;
let userId: string;

beforeAll(async () => {
  environment = await startScoredDatasetEnvironment();
  ({ api, token, userId } = environment);
});
afterAll(() => environment?.stop());

const get = (path: string, minPosition?: string | null) => environment.get(path, minPosition);
const list = (query?: string) => environment.list(query);
const apns = (body: { data: { apn: string }[] }) => body.data.map(({ apn }) => apn);
const rankOf = async (id: string) => {
  const all = [...(await list()).data, ...(await list('&page=2')).data, ...(await list('&page=3')).data];
  return all.findIndex((row) => row.id === id);
};
const classify = (body: object, headers: Record<string, string> = {}) =>
  api.call('POST', '/api/geo/training/classify', { token, body, headers });

test('a classification changes score, grade and rank immediately; its removal restores them', async () => {
  const [target] = (await list()).data;
  const { body: factors } = await get('/api/geo/training/factors?propertyType=adu');
  const [factor] = factors.data.grouped.negative;
  const response = await classify({
    candidateId: target.id,
    classification: 'bad',
    notes: 'A creek runs through it',
    factorIds: [factor.id],
    originalScore: target.score,
  });
  expect(response.status).toBe(200);
  const position = response.headers.get('X-Event-Position');
  const { body } = await get(`/api/geo/candidates/${target.id}`, position);
  expect(body.data.manual_classification).toBe('bad');
  expect(body.data.score).toBeLessThan(target.score);
  expect(await rankOf(target.id)).toBeGreaterThan(0);
  expect(apns(await list('&classification=bad'))).toEqual([target.apn]);
  const { body: explained } = await get(`/api/geo/candidates/${target.id}/breakdown`, position);
  expect(explained.data.adjustments.trainingData).toMatchObject({
    classification: 'bad',
    appliedFactors: [expect.objectContaining({ factor_name: factor.factor_name })],
  });
  // Training applies it to similar candidates in a later run.
  await eventually('similar candidates score less, and the breakdown says why', async () => {
    const [similar] = (await list()).data.filter((row: { apn: string }) => row.apn !== target.apn);
    const { body: explanation } = await get(`/api/geo/candidates/${similar.id}/breakdown`);
    const { learnedAdjustment, learnedFactors } = explanation.data.adjustments.trainingData;
    return (
      learnedAdjustment < 0 && explanation.data.score === similar.score && learnedFactors[0]?.description
    );
  });
  const { body: record } = await get(`/api/geo/training/classification/${target.id}`, position);
  expect(record.data).toMatchObject({ classification: 'bad', notes: 'A creek runs through it' });

  const removed = await api.call('DELETE', `/api/geo/training/classification/${target.id}`, { token });
  expect(removed.status).toBe(200);
  const again = await get(`/api/geo/candidates/${target.id}`, removed.headers.get('X-Event-Position'));
  expect(again.body.data).toMatchObject({ score: expect.any(Number), manual_classification: null });
  expect(again.body.data.score).toBeGreaterThan(body.data.score);
  await eventually('training is reverted', async () => {
    const { body: now } = await get(`/api/geo/candidates/${target.id}`);
    return now.data.score === target.score;
  });
});

test('applies a request once per idempotency key and rejects a second classification', async () => {
  const { id } = parcels[5] as CandidateFeatures;
  const body = { candidateId: id, classification: 'good' };
  const first = await classify(body, { 'Idempotency-Key': 'k1' });
  const position = first.headers.get('X-Event-Position');
  const repeated = await classify(body, { 'Idempotency-Key': 'k1' });
  expect([repeated.status, repeated.headers.get('X-Event-Position')]).toEqual([200, position]);
  const differentBody = await classify({ ...body, classification: 'bad' }, { 'Idempotency-Key': 'k1' });
  expect(differentBody.status).toBe(422);
  const otherCandidate = await classify(
    { ...body, candidateId: parcels[11]?.id },
    { 'Idempotency-Key': 'k1' },
  );
  expect([otherCandidate.status, otherCandidate.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  const rejected = await classify(body);
  expect([rejected.status, rejected.body.code]).toEqual([409, 'ALREADY_CLASSIFIED']);
});

test('accepts only one of several concurrent classifications', async () => {
  const { id } = parcels[6] as CandidateFeatures;
  const responses = await Promise.all(
    ['good', 'bad', 'good', 'bad'].map((classification) => classify({ candidateId: id, classification })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test.each([
  [{ classification: 'perhaps' }, 400],
  [{ notes: 'x'.repeat(501) }, 400],
  [{ candidateId: 'no-uuid' }, 400],
  [{ candidateId: candidateId('x', 'y') }, 404],
  [{ factorIds: ['unknown'] }, 422],
  [{ propertyType: 'ios' }, 422],
  [{ notes: 'a\u0000b' }, 400],
  [{ originalScore: 'high' }, 400],
])('rejects %j without appending an event', async (invalid, status) => {
  const before = await countClassifications();
  const response = await classify({ candidateId: parcels[7]?.id, classification: 'good', ...invalid });
  expect(response.status).toBe(status);
  expect(await countClassifications()).toBe(before);
});

/** Counts classification events only: the scoring engine appends training results at any time. */
async function countClassifications(): Promise<number> {
  let count = 0;
  for await (const { event } of api.ports.eventStore.client.readAll())
    if (event?.type === 'PropertyClassified') count++;
  return count;
}

test('returns 404 when there is no classification to remove', async () => {
  const response = await api.call('DELETE', `/api/geo/training/classification/${parcels[8]?.id}`, { token });
  expect(response.status).toBe(404);
});

test('stores notes encrypted with the key of their author', async () => {
  const { id } = parcels[9] as CandidateFeatures;
  await classify({ candidateId: id, classification: 'good', notes: 'Call Mrs. Lovelace' });
  for await (const { event } of api.ports.eventStore.client.readStream(streams.judgement('everyone', id))) {
    expect(JSON.stringify(event?.data)).not.toContain('Lovelace');
    expect(event?.metadata).toMatchObject({ actor: { id: userId, role: 'SuperAdmin' } });
  }
});
