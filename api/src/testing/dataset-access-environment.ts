import { type CandidateFeatures, UNKNOWN_FEATURES } from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import { type ApiResponse, startTestApi } from './api.ts';
import { importDataset, waitUntilListed, waitUntilScored } from './datasets.ts';
import { startProcesses } from './processes.ts';

export const ZIPS = ['90250', '90251', '90304'];
export const PER_ZIP = 20;

/** Returns the id of a candidate in a ZIP code. */
export const inZip = (datasetKey: string, zip: string): string => candidateId(datasetKey, `${zip}-1`);

const parcelsOf = (key: string): CandidateFeatures[] =>
  ZIPS.flatMap((zip_code, z) =>
    Array.from({ length: PER_ZIP }, (_, i) => ({
      ...UNKNOWN_FEATURES,
      id: candidateId(key, `${zip_code}-${i}`),
      apn: `${zip_code}-${i}`,
      street_address: `${100 + i} Oak St`,
      zip_code,
      longitude: -118 + i / 100,
      latitude: 33 + z / 10,
      units: 6 + i,
      parcel_area: 20_000 + 1_000 * i,
      open_area: 9_000 + 600 * i,
      open_ratio: 0.4,
      building_area: 4_000,
      building_count: 2,
      potential_garages_count: 3,
      year_built: 1950 + i,
      zoning_code: `R-${z}`,
    })),
  );

/** Starts all processes with two scored datasets: `hawthorne` with three ZIP codes and `davis` with one. */
export async function startDatasetAccessEnvironment() {
  await using cleanup = new AsyncDisposableStack();
  const api = await startTestApi();
  cleanup.defer(() => api.stopAll());
  await startProcesses(['projections', 'scoring-engine', 'worker'], api.services, cleanup);
  await importDataset(api, 'hawthorne', parcelsOf('hawthorne'));
  await importDataset(api, 'davis', parcelsOf('davis').slice(0, PER_ZIP));
  const { token: staff } = await api.signIn('SuperAdmin');
  await waitUntilScored(api, 'hawthorne', staff);
  await waitUntilScored(api, 'davis', staff);
  await waitUntilListed(api, 'davis', staff);

  const call = (method: string, path: string, token: string, body?: unknown): Promise<ApiResponse> =>
    api.callInOrder(method, path, { token, body });
  const ownedCleanup = cleanup.move();
  return {
    api,
    /** A SuperAdmin's access token. */
    staff,
    call,
    /** Creates a client without dataset access. */
    async newClient() {
      const { token, clientId = '' } = await api.signIn('ClientUser');
      return { token, clientId };
    },
    grantCity: (clientId: string, cityDatasetId: string) =>
      call('POST', '/api/geo/datasets/grant-city-access', staff, { clientId, cityDatasetId }),
    grantZips: (clientId: string, cityDatasetId: string, zips: readonly string[]) =>
      call('POST', '/api/geo/datasets/grant-zipcode-access', staff, {
        clientId,
        cityDatasetId,
        zipcodeDatasetIds: zips.map((zip) => `${cityDatasetId}:${zip}`),
      }),
    records: async (clientId: string) =>
      (await call('GET', `/api/geo/datasets/client-access/${clientId}`, staff)).body.datasets,
    revoke: (id: string) => call('DELETE', `/api/geo/datasets/revoke-access/${id}`, staff),
    stop: () => ownedCleanup.disposeAsync(),
  };
}
