import { isDeepStrictEqual } from 'node:util';
import {
  type Actor,
  type CandidateFeatures,
  EVERYONE,
  streams,
  UNKNOWN_FEATURES,
} from '@landline/event-schemas';
import { blockRescoring } from '@landline/infra/testing/block-rescoring';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { readScoreHistory } from '@landline/scoring-engine/history/candidate-history';
import { eventLogReaderOf } from '@landline/scoring-engine/history/event-log-reader';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi, type TestApi } from '../../testing/api.ts';
import { importAgain, importDataset, waitUntilScored } from '../../testing/datasets.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import type { ScoreChange, ScoreHistory } from './contract.ts';
import { historyOf } from './history.ts';

const DATASET = 'pastville';

let api: TestApi & { stopAll(): Promise<void> };
let processes: TestProcess[] = [];
let token: string;

const parcels: CandidateFeatures[] = Array.from({ length: 1_200 }, (_, i) => ({
  ...UNKNOWN_FEATURES,
  id: candidateId(DATASET, `10-${i}`),
  apn: `10-${i}`,
  units: 4 + (i % 12),
  parcel_area: 12_000 + 10 * i,
  open_area: 6_000 + 5 * i,
  open_ratio: 0.5,
  building_area: 4_000,
  building_count: 2,
  potential_garages_count: 4,
}));
// Part of the third chunk of the import.
const target = parcels[1_100] as CandidateFeatures;

beforeAll(async () => {
  api = await startTestApi();
  processes = await Promise.all([
    startProcess('projections', api.services),
    startProcess('scoring-engine', api.services),
  ]);
  await importDataset(api, DATASET, parcels);
  ({ token } = await api.signIn('SuperAdmin'));
  await waitUntilScored(api, DATASET, token);
  await eventually(
    'the history of the candidate is available',
    async () => (await readHistory()) !== undefined,
  );
});

afterAll(async () => {
  await Promise.all(processes.map((child) => child.stop()));
  await api?.stopAll();
});

let lastPosition: string | null = null;
async function call(method: string, path: string, body?: unknown) {
  const response = await api.call(method, path, {
    token,
    ...(body !== undefined && { body }),
    ...(lastPosition && { headers: { 'X-Min-Position': lastPosition } }),
  });
  lastPosition = response.headers.get('X-Event-Position') ?? lastPosition;
  return response;
}
const readHistory = async (query = ''): Promise<ScoreHistory> =>
  (await call('GET', `/api/geo/candidates/${target.id}/history${query}`)).body.data;
const waitForNewest = (cause: ScoreChange['cause']) =>
  eventually(`the newest change is: ${cause}`, async () => {
    const [newest] = (await readHistory()).changes;
    return newest?.cause === cause && newest;
  });
/** Returns the history from a replay of the event log, newest first. */
const changesInLog = async (scope = EVERYONE) =>
  (
    await readScoreHistory({
      log: eventLogReaderOf(api.ports.eventStore.client),
      candidateId: target.id,
      scope,
    })
  )
    .map(({ by, model_hash, ...change }) => change)
    .reverse();
const withoutNames = ({ changes }: Pick<ScoreHistory, 'changes'>) =>
  changes.map(({ by, ...change }) => change);
/** Retries, because training may append an event between the two reads. */
const expectSameAsLog = (read: () => Promise<Pick<ScoreHistory, 'changes'>>, scope?: string) =>
  eventually('the history matches the event log', async () => {
    const changes = withoutNames(await read());
    return isDeepStrictEqual(changes, (await changesInLog(scope)).slice(-changes.length));
  });

/** Returns the latest change by a person; training on it may have finished already. */
const newestByPerson = async () => (await readHistory()).changes.find(({ cause }) => cause !== 'learned');

test('returns score changes with time and actor, as in the event log', async () => {
  await waitForNewest('imported');
  await call('POST', '/api/geo/training/classify', { candidateId: target.id, classification: 'good' });
  expect(await newestByPerson()).toMatchObject({ cause: 'classified', classification: 'good' });
  await waitForNewest('learned');
  await call('DELETE', `/api/geo/training/classification/${target.id}`);
  expect(await newestByPerson()).toMatchObject({ cause: 'classification_removed', classification: null });
  await waitForNewest('learned');
  await importAgain(api, DATASET, [{ ...target, units: 30 }]);
  await waitForNewest('imported');

  const { changes, older } = await readHistory();
  expect(older).toBeNull();
  expect(changes.map(({ cause, by }) => `${cause} by ${by.name}`)).toEqual([
    'imported by Landline',
    'learned by Landline',
    'classification_removed by Ada SuperAdmin',
    'learned by Landline',
    'classified by Ada SuperAdmin',
    'imported by Landline',
  ]);
  expect(changes[1]?.judgements).toBe(0);
  for (const [at, { before }] of changes.entries()) expect(before).toBe(changes[at + 1]?.score);
  const { body } = await call('GET', `/api/geo/candidates/${target.id}`);
  expect(changes[0]?.score).toBe(body.data.score);
  await expectSameAsLog(readHistory);
});

test('a breakdown matches the shown score while an import waits for its scoring run', async () => {
  const readCandidate = async () => (await call('GET', `/api/geo/candidates/${target.id}`)).body.data;
  const breakdown = async () => (await call('GET', `/api/geo/candidates/${target.id}/breakdown`)).body.data;
  const before = await readCandidate();
  const units = 2;
  await blockRescoring(api.services.databaseUrl, async () => {
    await importAgain(api, DATASET, [{ ...target, units }]);
    const waiting = await eventually('the file is imported', async () => {
      const found = await readCandidate();
      return found.units === units && found;
    });
    expect(waiting.score).toBe(before.score);
    // The parts of the new score do not belong to the shown score.
    expect(waiting.unit_count_penalty_multiplier).toBeNull();
    const { score, grade, totals, components } = await breakdown();
    expect({ score, grade, final: totals.final }).toEqual({
      score: before.score,
      grade: before.grade,
      final: before.score,
    });
    expect(components.propertyScale.tooltip).toContain(`${before.units} units`);
  });
  const after = await eventually('the dataset is scored', async () => {
    const found = await readCandidate();
    return found.score !== before.score && found;
  });
  const { score, components } = await breakdown();
  expect(score).toBe(after.score);
  expect(after.unit_count_penalty_multiplier).not.toBeNull();
  expect(components.propertyScale.tooltip).toContain(`${units} units`);
});

test('a client sees only its own history, without names of staff', async () => {
  const clientUser: Actor = { id: 'u1', role: 'ClientUser', clientId: 'client-1' };
  const append = (scope: string, actor: Actor, classification: 'good' | 'bad') =>
    api.ports.commands.append({
      actor,
      correlationId: scope,
      stream: streams.judgement(scope, target.id),
      events: [
        {
          type: 'PropertyClassified',
          data: {
            candidate_id: target.id,
            dataset_key: DATASET,
            scope,
            judged_by: actor.id,
            property_type: 'adu',
            classification,
            notes: '',
            factor_ids: [],
            original_score: null,
          },
        },
      ],
      expectedRevision: 'any',
      commandId: crypto.randomUUID(),
    });
  await append('client-1', { ...clientUser, impersonatedBy: 'root' }, 'bad');
  await append('client-2', { ...clientUser, id: 'u2', clientId: 'client-2' }, 'good');
  const candidate = { id: target.id, dataset_key: DATASET, property_type: 'adu' as const };
  const readOwnHistory = () => historyOf(api.ports, candidate, clientUser);
  // Training may already have added a newer change, so look for the classification.
  const classified = await eventually('the client has its own scores', async () =>
    (await readOwnHistory()).changes.find(
      ({ cause, classification }) => cause === 'classified' && classification === 'bad',
    ),
  );
  expect(classified.by.name).toBe('Landline staff');
  const otherHistory = await historyOf(api.ports, candidate, {
    ...clientUser,
    id: 'u2',
    clientId: 'client-2',
  });
  expect(otherHistory.changes.map(({ classification }) => classification)).not.toContain('bad');
  await expectSameAsLog(readOwnHistory, 'client-1');
});

test('pages through a long history', async () => {
  for (let n = 0; n < 12; n++) {
    await call('POST', '/api/geo/training/classify', {
      candidateId: target.id,
      classification: n % 2 === 0 ? 'good' : 'bad',
    });
    await call('DELETE', `/api/geo/training/classification/${target.id}`);
  }
  await expectSameAsLog(async () => {
    const pages: ScoreHistory[] = [await readHistory()];
    for (let older = pages[0]?.older; older; older = pages.at(-1)?.older)
      pages.push(await readHistory(`?before=${older}`));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages[0]?.changes).toHaveLength(20);
    return { changes: pages.flatMap(({ changes }) => changes) };
  });
});

test('returns 404 for an unknown candidate', async () => {
  const response = await call('GET', `/api/geo/candidates/${candidateId('x', 'y')}/history`);
  expect([response.status, response.body.message]).toEqual([404, 'Candidate not found']);
});
