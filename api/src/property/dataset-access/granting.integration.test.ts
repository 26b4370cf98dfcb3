import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PER_ZIP, startDatasetAccessEnvironment, ZIPS } from '../../testing/dataset-access-environment.ts';

const DATASET_NOT_FOUND = 'Dataset not found or access denied';

type Environment = Awaited<ReturnType<typeof startDatasetAccessEnvironment>>;
let environment: Environment;
let staff: string;
/** The test's own client, and a client that is never granted access. */
let client: { token: string; clientId: string };
let otherClient: { token: string; clientId: string };

beforeAll(async () => {
  environment = await startDatasetAccessEnvironment();
  ({ staff } = environment);
  otherClient = await environment.newClient();
});
beforeEach(async () => {
  client = await environment.newClient();
});
afterAll(() => environment?.stop());

const call = (method: string, path: string, callerToken = client.token, body?: unknown) =>
  environment.call(method, path, callerToken, body);
const grantCity = (cityDatasetId: string, clientId = client.clientId) =>
  environment.grantCity(clientId, cityDatasetId);
const grantZips = (cityDatasetId: string, zips: readonly string[]) =>
  environment.grantZips(client.clientId, cityDatasetId, zips);
const records = (clientId = client.clientId) => environment.records(clientId);
const revoke = (id: string) => environment.revoke(id);
const outcome = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];

describe('granting', () => {
  test('grants a city or ZIP codes once, lists the grants and revokes one', async () => {
    expect(outcome(await grantCity('davis'))).toEqual([200, 'Full city access granted successfully!']);
    expect(outcome(await grantZips('hawthorne', ['90250', '90251']))).toEqual([
      200,
      'Zipcode access granted successfully!',
    ]);
    const head = await environment.api.head();
    await grantCity('davis');
    await grantZips('hawthorne', ['90251']);
    expect(await environment.api.head()).toBe(head);
    const listed = await records();
    expect(listed).toMatchObject([
      { dataset_name: 'Davis Properties', dataset_type: 'city', city_name: null, enabled: true },
      { dataset_key: '90250', dataset_name: '90250 Properties', dataset_type: 'zipcode', enabled: true },
      { dataset_key: '90251', dataset_type: 'zipcode', city_name: 'Hawthorne Properties' },
    ]);
    const [{ id }] = listed;
    expect(outcome(await revoke(id))).toEqual([200, 'Dataset access revoked successfully!']);
    expect(outcome(await revoke(id))).toEqual([200, 'Dataset access revoked successfully!']);
    expect(await records()).toHaveLength(2);
    expect(await records(otherClient.clientId)).toEqual([]);
  });

  test('offers every dataset with its ZIP codes', async () => {
    const { body } = await call('GET', '/api/geo/datasets/cities-with-zipcodes', staff);
    expect(body.data).toEqual([
      expect.objectContaining({
        city_id: 'davis',
        zipcodes: [expect.objectContaining({ id: 'davis:90250' })],
      }),
      {
        city_id: 'hawthorne',
        city_name: 'Hawthorne Properties',
        city_count: ZIPS.length * PER_ZIP,
        zipcodes: ZIPS.map((zip) => ({
          id: `hawthorne:${zip}`,
          dataset_key: zip,
          candidate_count: PER_ZIP,
        })),
      },
    ]);
  });

  test('rejects missing and unknown values', async () => {
    const city = (body: object) => call('POST', '/api/geo/datasets/grant-city-access', staff, body);
    const { clientId } = client;
    expect(outcome(await city({ cityDatasetId: 'davis' }))).toEqual([400, 'Please select a client and city']);
    expect(outcome(await city({ clientId }))).toEqual([400, 'Please select a city']);
    expect(outcome(await grantZips('davis', []))).toEqual([400, 'Please select at least one zipcode']);
    expect(outcome(await grantCity('nowhere'))).toEqual([404, DATASET_NOT_FOUND]);
    expect(outcome(await grantZips('davis', ['99999']))).toEqual([404, DATASET_NOT_FOUND]);
    expect(outcome(await grantCity('davis', 'nobody'))).toEqual([404, 'Client not found']);
    expect(outcome(await revoke(randomUUID()))).toEqual([404, 'Failed to revoke dataset access']);
    expect(await records()).toEqual([]);
  });

  test('records the actor', async () => {
    await grantCity('davis');
    const [{ id }] = await records();
    await revoke(id);
    const { body } = await call('GET', `/api/audit?entity=client:${client.clientId}`, staff);
    expect(body.data.map(({ type }: { type: string }) => type).slice(0, 2)).toEqual([
      'DatasetAccessRevoked',
      'DatasetAccessGranted',
    ]);
    expect(body.data[0].actor).toMatchObject({ role: 'SuperAdmin' });
  });

  test('undoes a grant or a revocation from the activity log with a new event, effective immediately', async () => {
    const latest = async () =>
      (await call('GET', `/api/audit?entity=client:${client.clientId}`, staff)).body.data[0];
    const undo = async () => {
      const { position, undoable } = await latest();
      expect(undoable).toBe(true);
      return call('POST', `/api/audit/${position}/undo`, staff);
    };
    const listStatus = async () => (await call('GET', '/api/geo/candidates?datasetKey=davis')).status;
    await grantCity('davis');
    const { position: first } = await latest();
    expect(outcome(await undo())).toEqual([200, 'The change was undone']);
    expect([await listStatus(), await records()]).toEqual([404, []]);
    await undo();
    expect([await listStatus(), (await records()).length]).toEqual([200, 1]);
    expect(await latest()).toMatchObject({ type: 'DatasetAccessGranted', actor: { role: 'SuperAdmin' } });
    const late = await call('POST', `/api/audit/${first}/undo`, staff);
    expect([late.status, late.body.message]).toEqual([
      409,
      'This has changed since, so it can no longer be undone.',
    ]);
  });
});
