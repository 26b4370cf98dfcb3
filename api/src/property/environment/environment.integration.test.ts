import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { verify } from '@landline/scoring-engine/history/verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestApi } from '../../testing/api.ts';
import { startProcess, type TestProcess } from '../../testing/processes.ts';
import type { CandidateDetail } from '../candidates/contract.ts';
import { importFile, sendFile } from '../imports/import-client.ts';
import type { LayerStatus } from './contract.ts';

const WAIT_MS = 60_000;

let api: Awaited<ReturnType<typeof startTestApi>>;
let token: string;
let directory: string;
const processes: TestProcess[] = [];

beforeAll(async () => {
  api = await startTestApi();
  ({ token } = await api.signIn('SuperAdmin'));
  directory = await mkdtemp(path.join(os.tmpdir(), 'landline-layers-'));
  for (const name of ['projections', 'scoring-engine', 'worker'] as const)
    processes.push(await startProcess(name, api.services));
});

afterAll(async () => {
  await Promise.all(processes.map((child) => child.stop()));
  await rm(directory, { recursive: true, force: true });
  await api?.stopAll();
});

const KEY = 'yards';
/** Returns the latitude of a point north of the candidate; a degree of latitude is 364,813 feet here. */
const north = (feet: number) => 34 + feet / 364_813.4;
const get = async (route: string) => (await api.call('GET', `/api/geo${route}`, { token })).body.data;

async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(directory, name);
  await writeFile(file, text);
  return file;
}

async function importLayer(
  kind: string,
  name: string,
  text: string,
  extra: object = {},
): Promise<LayerStatus> {
  return sendFile<LayerStatus>(
    { baseUrl: api.url, token, file: await fileOf(`${kind}.csv`, text) },
    {
      path: '/api/geo/environment/layers',
      body: { kind, name, source: 'Test county', source_date: '2026-05', ...extra },
      idOf: ({ layer_id }) => layer_id,
      isFinished: ({ status }) => status === 'completed' || status === 'failed',
    },
  );
}

const id = candidateId(KEY, 'A1');
const candidate = (): Promise<CandidateDetail> => get(`/candidates/${id}`);
const agrees = async () => {
  const { client } = api.ports.eventStore;
  return (await verify({ client, databaseUrl: api.services.databaseUrl, datasetKey: KEY })).agrees;
};
/** Waits until the candidate meets a condition. */
const candidateWith = (description: string, meets: (found: CandidateDetail) => boolean) =>
  eventually(
    description,
    async () => {
      const found = await candidate();
      return meets(found) && found;
    },
    WAIT_MS,
  );

test('imports layers once, assesses candidates and updates their scores when layers are added or removed', {
  timeout: 240_000,
}, async () => {
  const yard = (n: number, feet: number, sites: string) =>
    `A${n},${n} Yard St,500000,90000,warehouse,M-1,industrial,${north(feet)},-118,${sites}`;
  // The file says of A4 that there are no sites nearby.
  const rows = [yard(1, 0, ''), yard(2, 20_000, ''), yard(3, 40_000, ''), yard(4, 0, '[]')];
  const header =
    'apn,street_address,parcel_area,building_area,ios_property_type,zoning_code,lot_use,latitude,longitude,ios_epa_facilities';
  await importFile({
    baseUrl: api.url,
    token,
    file: await fileOf('yards.csv', [header, ...rows, ''].join('\n')),
    dataset_key: KEY,
    dataset_name: 'Yards',
    dataset_type: 'ios',
    property_type: 'ios',
  });
  const before = await candidateWith('the first score', ({ score }) => score !== null);
  expect(before).toMatchObject({ ios_epa_facilities: null, closest_interchange: null, environment: null });

  const gas = `t1,Corner Gas,${north(250)},-118,`;
  const tanks = `id,name,latitude,longitude,closure_date\n${gas}\nt2,Old Depot,${north(700)},-118,2019-01-31\nt3,Nowhere,,,\n${gas}\n`;
  const layer = await importLayer('lust', 'Leaking tanks', tanks, { is_made_up: true });
  expect(layer).toMatchObject({ status: 'completed', imported: 2, rejected: 2 });
  expect((await importLayer('lust', 'Leaking tanks', tanks)).layer_id).toBe(layer.layer_id);
  const rejected = await get(`/environment/layers/${layer.layer_id}/rejected`);
  expect(rejected).toMatchObject([
    { line: 4, reason: 'Has no coordinates' },
    { line: 5, reason: 'Facility t1 is already on line 2' },
  ]);

  const contaminated = await candidateWith(
    'the facilities and a lower score',
    ({ score, ios_epa_facilities }) => ios_epa_facilities !== null && (score ?? 0) < (before.score ?? 0),
  );
  expect(contaminated.ios_epa_facilities).toMatchObject([
    {
      site_name: 'Corner Gas',
      source: 'LUST',
      distance_feet: 250,
      is_onsite: true,
      layer_id: layer.layer_id,
    },
    { site_name: 'Old Depot', distance_feet: 700, is_onsite: false, closure_date: '2019-01-31' },
  ]);
  expect(contaminated.environment?.layers).toMatchObject([
    { name: 'Leaking tanks', source: 'Test county', source_date: '2026-05', is_made_up: true },
  ]);
  expect(contaminated.environment?.consulted).toEqual([layer.layer_id]);
  expect(await get(`/candidates/${candidateId(KEY, 'A4')}`)).toMatchObject({
    ios_epa_facilities: [],
    environment: { consulted: [] },
  });
  expect((await get(`/candidates/${id}/breakdown`)).environmental).toMatchObject({
    contamination: { status: 'critical' },
    flood: { status: 'pending', text: 'Flood zone data not available' },
    soil: { status: 'pending', text: 'Soil data not available' },
    ust_lust_analysis: {
      exact_matches: 1,
      nearby_matches: 1,
      facilities: [
        { facility_name: 'Corner Gas', distance_feet: 250, contamination_source: 'LUST' },
        {
          facility_name: 'Old Depot',
          distance_meters: 213.4,
          contamination_source: 'LUST_NEARBY',
          closure_date: '2019-01-31',
        },
      ],
    },
  });
  await eventually('scores match a replay of the event log', agrees, WAIT_MS);

  await importLayer('interchange', 'Ramps', `name,latitude,longitude\nExit 1,${north(5_000)},-118\n`);
  await candidateWith('an interchange', (found) => found.closest_interchange?.name === 'Exit 1');

  await api.call('DELETE', `/api/geo/environment/layers/${layer.layer_id}`, { token });
  const cleared = await candidateWith(
    'the score without the layer',
    // With the interchange nearby and without the tanks, the score is higher than at first.
    ({ score, ios_epa_facilities }) => ios_epa_facilities === null && (score ?? 0) > (before.score ?? 0),
  );
  expect(cleared.ios_epa_facilities).toBeNull();
  await eventually(
    'the history is listed',
    async () => {
      const [last] = (await get(`/candidates/${id}/history`)).changes;
      return last.cause === 'assessed' && last.score === (await candidate()).score;
    },
    WAIT_MS,
  );
  await eventually('scores match a replay of the event log', agrees, WAIT_MS);
});
