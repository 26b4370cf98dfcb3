import { z } from 'zod';
import { loadAccess } from '../clients/access.ts';
import { clientNotFound } from '../clients/client.ts';
import { datasetOf } from '../datasets/queries.ts';
import { zipCodesOf } from '../datasets/zip-codes.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { assertGrantable, changeAccess } from './change-access.ts';
import {
  citiesResponse,
  clientAccessResponse,
  GRANTED_CITY,
  GRANTED_ZIP_CODES,
  grantCityBody,
  grantedResponse,
  grantZipCodesBody,
  REVOKE_FAILED,
  REVOKED,
} from './contract.ts';
import { accessRecordsOf, citiesWithZipCodes, holderOf, zipCodeId } from './queries.ts';

const MAY = ['SuperAdmin'] as const;
const forClient = z.object({ clientId: z.string().max(100) });

/** What clients may see of the Property Finder, and the SuperAdmin who decides it (spec 001 §4, §7). */
export function grantRoutes(deps: Deps): Route[] {
  const { pool } = deps;

  async function grantable(clientId: string, datasetKey: string) {
    await assertGrantable(deps, clientId);
    const dataset = await datasetOf(pool, datasetKey);
    if (!dataset) throw noDataset();
    return dataset;
  }

  return [
    route({
      method: 'GET',
      path: '/api/geo/datasets/cities-with-zipcodes',
      may: MAY,
      summary: 'Datasets and their zip codes, to be granted',
      response: citiesResponse,
      reads: ['datasets', 'candidates'],
      handle: async () => ({ success: true, data: await citiesWithZipCodes(pool) }),
    }),
    route({
      method: 'GET',
      path: '/api/geo/datasets/client-access/:clientId',
      may: MAY,
      summary: 'What a client was granted',
      params: forClient,
      response: clientAccessResponse,
      reads: ['grants', 'datasets'],
      async handle({ params: { clientId } }) {
        const access = await loadAccess(deps, clientId);
        if (!access) throw clientNotFound();
        const enabled = access.inUse && access.has_geo_leads;
        return { success: true, datasets: await accessRecordsOf(pool, clientId, enabled) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/datasets/grant-city-access',
      may: MAY,
      summary: 'Lets a client see all of a dataset',
      body: grantCityBody,
      response: grantedResponse,
      reads: ['datasets'],
      async handle({ body: { clientId, cityDatasetId }, execute, newId }) {
        const { dataset_key } = await grantable(clientId, cityDatasetId);
        const access_id = newId(dataset_key);
        const records = [{ client_id: clientId, access_id, dataset_key, zip_code: null }];
        await changeAccess(deps, clientId, { type: 'grant', records }, execute);
        return { success: true, message: GRANTED_CITY };
      },
    }),
    route({
      method: 'POST',
      path: '/api/geo/datasets/grant-zipcode-access',
      may: MAY,
      summary: 'Lets a client see some zip codes of a dataset',
      body: grantZipCodesBody,
      response: grantedResponse,
      reads: ['datasets', 'candidates'],
      async handle({ body: { clientId, cityDatasetId, zipcodeDatasetIds }, execute, newId }) {
        const dataset = await grantable(clientId, cityDatasetId);
        const { dataset_key } = dataset;
        const zipOf = new Map(
          [...(await zipCodesOf(pool, dataset)).keys()].map((zip) => [zipCodeId(dataset_key, zip), zip]),
        );
        const records = [...new Set(zipcodeDatasetIds)].map((id) => {
          const zip_code = zipOf.get(id);
          if (zip_code === undefined) throw noDataset();
          return { client_id: clientId, access_id: newId(id), dataset_key, zip_code };
        });
        await changeAccess(deps, clientId, { type: 'grant', records }, execute);
        return { success: true, message: GRANTED_ZIP_CODES };
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/geo/datasets/revoke-access/:accessId',
      may: MAY,
      summary: 'Takes an access record back: what it opened is closed at once',
      params: z.object({ accessId: z.uuid() }),
      response: grantedResponse,
      reads: ['grants'],
      async handle({ params: { accessId }, execute }) {
        const clientId = await holderOf(pool, accessId);
        if (clientId === null) throw new DomainError('not_found', 'ACCESS_UNKNOWN', REVOKE_FAILED);
        await changeAccess(deps, clientId, { type: 'revoke', accessId }, execute);
        return { success: true, message: REVOKED };
      },
    }),
  ];
}

const noDataset = () =>
  new DomainError('not_found', 'DATASET_NOT_FOUND', 'Dataset not found or access denied');
