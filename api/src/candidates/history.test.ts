import { isDeepStrictEqual } from 'node:util';
import { type Actor, type CandidateFeatures, EVERYONE, streams } from '@landline/event-schemas';
import { candidateId } from '@landline/event-schemas/candidate-id';
import { holdRuns } from '@landline/infra/testing/hold-runs';
import { history } from '@landline/scoring-engine/history/candidate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../demo/nothing-known.ts';
import { eventually, startTestApi, type TestApi } from '../testing/api.ts';
import { importAgain, importDataset, scored } from '../testing/datasets.ts';
import { type Sibling, startSibling } from '../testing/processes.ts';
import type { ScoreChange, ScoreHistory } from './contract.ts';
import { historyOf } from './history.ts';

const DATASET = 'pastville';

let api: TestApi & { stopAll(): Promise<void> };
let siblings: Sibling[] = [];
let token: string;

const parcels: CandidateFeatures[] = Array.from({ length: 1_200 }, (_, i) => ({
  ...NOTHING_KNOWN,
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
// In the import's third piece.
const target = parcels[1_100] as CandidateFeatures;

beforeAll(async () => {
  api = await startTestApi();
  siblings = await Promise.all([
    startSibling('projections', api.services),
    startSibling('scoring-engine', api.services),
  ]);
  await importDataset(api, DATASET, parcels);
  ({ token } = await api.signIn('SuperAdmin'));
  await scored(api, DATASET, token);
  await eventually('its candidates are there', async () => (await told()) !== undefined);
});

afterAll(async () => {
  await Promise.all(siblings.map((sibling) => sibling.stop()));
  await api?.stopAll();
});

let seen: string | null = null;
async function call(method: string, path: string, body?: unknown) {
  const answer = await api.call(method, path, {
    token,
    ...(body !== undefined && { body }),
    ...(seen && { headers: { 'X-Min-Position': seen } }),
  });
  seen = answer.headers.get('X-Event-Position') ?? seen;
  return answer;
}
const told = async (query = ''): Promise<ScoreHistory> =>
  (await call('GET', `/api/geo/candidates/${target.id}/history${query}`)).body.data;
const newestIs = (cause: ScoreChange['cause']) =>
  eventually(`the newest change is: ${cause}`, async () => {
    const [newest] = (await told()).changes;
    return newest?.cause === cause && newest;
  });
/** As the log tells it, newest first. */
const inTheLog = async (scope = EVERYONE) =>
  (await history({ client: api.deps.eventStore.client, candidateId: target.id, scope }))
    .map(({ by, model_hash, ...change }) => change)
    .reverse();
const withoutNames = ({ changes }: Pick<ScoreHistory, 'changes'>) =>
  changes.map(({ by, ...change }) => change);
/** What is learned may be told between the one reading and the other: they are read again then. */
const isAsInTheLog = (read: () => Promise<Pick<ScoreHistory, 'changes'>>, scope?: string) =>
  eventually('it is told as the log tells it', async () => {
    const told = withoutNames(await read());
    return isDeepStrictEqual(told, (await inTheLog(scope)).slice(-told.length));
  });

/** The last thing that somebody did: what is learned of it may be there already. */
const newestDone = async () => (await told()).changes.find(({ cause }) => cause !== 'learned');

test('tells what changed a score, when and by whom, as the log does', { timeout: 60_000 }, async () => {
  await newestIs('imported');
  await call('POST', '/api/geo/training/classify', { candidateId: target.id, classification: 'good' });
  expect(await newestDone()).toMatchObject({ cause: 'classified', classification: 'good' });
  await newestIs('learned');
  await call('DELETE', `/api/geo/training/classification/${target.id}`);
  expect(await newestDone()).toMatchObject({ cause: 'classification_removed', classification: null });
  await newestIs('learned');
  await importAgain(api, DATASET, [{ ...target, units: 30 }]);
  await newestIs('imported');

  const { changes, older } = await told();
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
  await isAsInTheLog(told);
});

test('a breakdown ends at the score beside it, also while what was imported waits for its run', {
  timeout: 60_000,
}, async () => {
  const shown = async () => (await call('GET', `/api/geo/candidates/${target.id}`)).body.data;
  const breakdown = async () => (await call('GET', `/api/geo/candidates/${target.id}/breakdown`)).body.data;
  const before = await shown();
  const units = 2;
  await holdRuns(api.services.databaseUrl, async () => {
    await importAgain(api, DATASET, [{ ...target, units }]);
    const waiting = await eventually('it is imported', async () => {
      const found = await shown();
      return found.units === units && found;
    });
    expect(waiting.score).toBe(before.score);
    // What the new facts make of a score is not what this one is made of.
    expect(waiting.unit_count_penalty_multiplier).toBeNull();
    const { score, grade, totals, components } = await breakdown();
    expect({ score, grade, final: totals.final }).toEqual({
      score: before.score,
      grade: before.grade,
      final: before.score,
    });
    expect(components.propertyScale.tooltip).toContain(`${before.units} units`);
  });
  const after = await eventually('it is scored', async () => {
    const found = await shown();
    return found.score !== before.score && found;
  });
  const { score, components } = await breakdown();
  expect(score).toBe(after.score);
  expect(after.unit_count_penalty_multiplier).not.toBeNull();
  expect(components.propertyScale.tooltip).toContain(`${units} units`);
});

test("a client's past is its own: nothing of another's, and staff without names", async () => {
  const mine: Actor = { id: 'u1', role: 'ClientUser', clientId: 'client-1' };
  const append = (scope: string, actor: Actor, classification: 'good' | 'bad') =>
    api.deps.commands.append({
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
  await append('client-1', { ...mine, impersonatedBy: 'root' }, 'bad');
  await append('client-2', { ...mine, id: 'u2', clientId: 'client-2' }, 'good');
  const candidate = { id: target.id, dataset_key: DATASET, property_type: 'adu' as const };
  const asMine = () => historyOf(api.deps, candidate, mine);
  // What it learned may come with its first scores, or after them.
  const judged = await eventually('its own scores are there', async () =>
    (await asMine()).changes.find(
      ({ cause, classification }) => cause === 'classified' && classification === 'bad',
    ),
  );
  expect(judged.by.name).toBe('Landline staff');
  const others = await historyOf(api.deps, candidate, { ...mine, id: 'u2', clientId: 'client-2' });
  expect(others.changes.map(({ classification }) => classification)).not.toContain('bad');
  await isAsInTheLog(asMine, 'client-1');
});

test('a long past is told piece by piece', { timeout: 60_000 }, async () => {
  for (let n = 0; n < 12; n++) {
    await call('POST', '/api/geo/training/classify', {
      candidateId: target.id,
      classification: n % 2 === 0 ? 'good' : 'bad',
    });
    await call('DELETE', `/api/geo/training/classification/${target.id}`);
  }
  await isAsInTheLog(async () => {
    const pages: ScoreHistory[] = [await told()];
    for (let older = pages[0]?.older; older; older = pages.at(-1)?.older)
      pages.push(await told(`?before=${older}`));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages[0]?.changes).toHaveLength(20);
    return { changes: pages.flatMap(({ changes }) => changes) };
  });
});

test('of a candidate that is not there is a 404', async () => {
  const answer = await call('GET', `/api/geo/candidates/${candidateId('x', 'y')}/history`);
  expect([answer.status, answer.body.message]).toEqual([404, 'Candidate not found']);
});
