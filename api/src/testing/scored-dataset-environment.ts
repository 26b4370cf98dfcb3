import { type CandidateFeatures, UNKNOWN_FEATURES } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { startTestApi } from './api.ts';
import { importDataset, waitUntilListed, waitUntilScored } from './datasets.ts';
import { startProcesses } from './processes.ts';

export const DATASET = 'testville';
export const PARCEL_COUNT = 120;
export const CANDIDATE_LIST_PATH = `/api/geo/candidates?datasetKey=${DATASET}`;

/** Parcels on three streets; every tenth has no open area and therefore no score. */
export const parcels: CandidateFeatures[] = Array.from({ length: PARCEL_COUNT }, (_, i) => ({
  ...UNKNOWN_FEATURES,
  id: candidateId(DATASET, `10-${i}`),
  apn: `10-${i}`,
  street_address: `${100 + i} ${['Oak St', 'Elm St', 'Ash Ave'][i % 3]}`,
  zip_code: '90250',
  // A grid of 12 by 10 parcels; the first parcel of each row has no location.
  longitude: i % 12 === 0 ? null : -118 + (i % 12) / 100,
  latitude: i % 12 === 0 ? null : 33 + Math.floor(i / 12) / 100,
  units: 4 + (i % 20),
  parcel_area: 12_000 + 1_000 * i,
  open_area: i % 10 === 0 ? null : 3_000 + 600 * i,
  open_ratio: i % 10 === 0 ? null : (3_000 + 600 * i) / (12_000 + 1_000 * i),
  building_area: i % 10 === 0 ? null : 4_000,
  building_count: 1 + (i % 4),
  potential_garages_count: i % 5,
  year_built: 1920 + i,
  zoning_code: i % 2 ? 'R-2' : 'R-3',
}));

/** Starts the API, projections and scoring with a scored dataset, and signs in a SuperAdmin. */
export async function startScoredDatasetEnvironment(options: Parameters<typeof startTestApi>[0] = {}) {
  await using cleanup = new AsyncDisposableStack();
  const api = await startTestApi(options);
  cleanup.defer(() => api.stopAll());
  await startProcesses(['projections', 'scoring-engine'], api.services, cleanup);
  await importDataset(api, DATASET, parcels);
  const { token, userId } = await api.signIn('SuperAdmin');
  await waitUntilScored(api, DATASET, token);
  const get = (path: string, minPosition?: string | null) =>
    api.call('GET', path, { token, ...(minPosition && { headers: { 'X-Min-Position': minPosition } }) });
  await waitUntilListed(api, DATASET, token);
  const ownedCleanup = cleanup.move();
  return {
    api,
    token,
    userId,
    get,
    list: async (query = '') => (await get(`${CANDIDATE_LIST_PATH}${query}`)).body,
    stop: () => ownedCleanup.disposeAsync(),
  };
}
