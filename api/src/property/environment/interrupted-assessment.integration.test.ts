import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { StreamNotFoundError } from '@eventstore/db-client';
import {
  assessmentsOf,
  type CandidateFeatures,
  type EventData,
  streams,
  UNKNOWN_FEATURES,
} from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi } from '../../testing/api.ts';
import { importDataset } from '../../testing/datasets.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import { sendFile } from '../imports/import-client.ts';
import type { LayerStatus } from './contract.ts';

const COUNT = 24_000;
const INTERRUPTED = 'interrupted';
const UNDISTURBED = 'undisturbed';

let api: Awaited<ReturnType<typeof startTestApi>>;
let token: string;
let directory: string;
let worker: TestProcess;
const processes: TestProcess[] = [];

beforeAll(async () => {
  api = await startTestApi();
  ({ token } = await api.signIn('SuperAdmin'));
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-interrupted-'));
  processes.push(await startProcess('projections', api.services));
  // Imported before the worker starts, because the worker fails a running import without an uploaded file.
  for (const key of [INTERRUPTED, UNDISTURBED]) await importDataset(api, key, yards(key), 'ios');
  worker = await startProcess('worker', api.services);
});
afterAll(async () => {
  await Promise.all([worker, ...processes].map((child) => child?.stop()));
  await rm(directory, { recursive: true, force: true });
  await api?.stopAll();
});

const north = (feet: number) => 34 + feet / 364_813.4;
const yards = (key: string): CandidateFeatures[] =>
  Array.from({ length: COUNT }, (_, n) => ({
    ...UNKNOWN_FEATURES,
    id: candidateId(key, `A${n}`),
    apn: `A${n}`,
    latitude: north((n % 200) * 25),
    longitude: -118 - Math.floor(n / 200) / 10_000,
    parcel_area: 500_000,
  }));

/** Reads the assessments of a dataset from the event log: results by candidate, counts, and the completion event. */
async function assessmentsInLog(key: string) {
  const facts = new Map<string, object>();
  const counts = { started: 0, rows: 0 };
  let completed: EventData<'EnvironmentAssessmentCompleted'> | undefined;
  for await (const { event } of api.ports.eventStore.client.readStream(streams.environmentAssessment(key))) {
    if (event?.type === 'EnvironmentAssessmentStarted') counts.started++;
    if (event?.type === 'EnvironmentAssessmentCompleted') completed = event.data as typeof completed;
    if (event?.type !== 'CandidatesAssessed') continue;
    for (const assessment of assessmentsOf(event.data as EventData<'CandidatesAssessed'>)) {
      const { candidate_id, import_id: _, ...rest } = assessment;
      facts.set(candidate_id, rest);
      counts.rows++;
    }
  }
  return { facts, ...counts, completed };
}

/** Kills the worker after it has appended the results of some, but not all, candidates of a dataset. */
async function killMidAssessment(key: string): Promise<void> {
  const { client } = api.ports.eventStore;
  const subscription = client.subscribeToStream(streams.environmentAssessment(key));
  for await (const { event } of subscription) if (event?.type === 'CandidatesAssessed') break;
  await worker.stop();
  await subscription.unsubscribe();
}

test('finishes an assessment after its worker was killed, with the same results, each appended once', {
  timeout: 240_000,
}, async () => {
  const tanks = ['id,name,latitude,longitude'];
  for (let n = 0; n < 40; n++) tanks.push(`t${n},Tank ${n},${north(n * 130)},${-118 - n / 3_000}`);
  const file = path.join(directory, 'tanks.csv');
  await writeFile(file, `${tanks.join('\n')}\n`);
  const killed = killMidAssessment(INTERRUPTED);
  await sendFile<LayerStatus>(
    { baseUrl: api.url, token, file },
    {
      path: '/api/geo/environment/layers',
      body: { kind: 'lust', name: 'Tanks', source: 'Test county', source_date: '2026-05' },
      idOf: ({ layer_id }) => layer_id,
      isFinished: ({ status }) => status === 'completed' || status === 'failed',
    },
  );
  await killed;
  const before = await assessmentsInLog(INTERRUPTED);
  expect(before.facts.size).toBeGreaterThan(0);
  expect(before.facts.size).toBeLessThan(COUNT);
  expect(before.completed).toBeUndefined();

  worker = await startProcess('worker', api.services);
  const [interrupted, undisturbed] = await Promise.all(
    [INTERRUPTED, UNDISTURBED].map((key) =>
      eventually(
        `${key} is assessed`,
        async () => {
          const found = await assessmentsInLog(key).catch((error) => {
            if (error instanceof StreamNotFoundError) return undefined;
            throw error;
          });
          return found?.completed && { ...found, completed: found.completed };
        },
        120_000,
      ),
    ),
  );
  expect(interrupted?.facts.size).toBeGreaterThan(before.facts.size);
  expect([interrupted?.started, interrupted?.rows]).toEqual([1, interrupted?.facts.size]);
  expect(interrupted?.completed?.changed).toBe(interrupted?.facts.size);
  const inOrder = (found: typeof interrupted, key: string) =>
    yards(key).map(({ id }) => found?.facts.get(id) ?? null);
  expect(inOrder(interrupted, INTERRUPTED)).toEqual(inOrder(undisturbed, UNDISTURBED));
});
