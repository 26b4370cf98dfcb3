import { z } from 'zod';
import { clientNotFound } from '../../clients/clients/client.ts';
import { DomainError } from '../../platform/errors.ts';
import { messageResponse } from '../../platform/http/response-contract.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { datasetOf } from '../datasets/queries.ts';
import { zipCodesOf } from '../datasets/zip-codes.ts';
import type { PropertyPorts } from '../ports.ts';
import { datasetNotFound } from '../request-guards.ts';
import { assertGrantable, changeAccess } from './change-access.ts';
import { loadClientAccess } from './client-access.ts';
import {
  citiesResponse,
  clientAccessResponse,
  GRANTED_CITY,
  GRANTED_ZIP_CODES,
  grantCityBody,
  grantZipCodesBody,
  REVOKE_FAILED,
  REVOKED,
} from './contract.ts';
import { accessRecordsOf, citiesWithZipCodes, holderOf, zipCodeId } from './queries.ts';

const SUPER_ADMIN = ['SuperAdmin'] as const;

/** Routes for the access of clients to datasets, which SuperAdmins manage (spec 001 §4, §7). */
export function datasetAccessRoutes(ports: PropertyPorts): Route[] {
  const { pool } = ports;

  async function grantable(clientId: string, datasetKey: string) {
    await assertGrantable(ports, clientId);
    const dataset = await datasetOf(pool, datasetKey);
    if (!dataset) throw datasetNotFound();
    return dataset;
  }

  return [
    route.get('/api/geo/datasets/cities-with-zipcodes', {
      may: SUPER_ADMIN,
      summary: 'Datasets and ZIP codes that can be granted',
      response: citiesResponse,
      reads: ['datasets', 'candidates'],
      handle: async () => ({ success: true, data: await citiesWithZipCodes(pool) }),
    }),
    route.get('/api/geo/datasets/client-access/:clientId', {
      may: SUPER_ADMIN,
      summary: 'Datasets granted to a client',
      response: clientAccessResponse,
      reads: ['grants', 'datasets'],
      async handle({ params: { clientId } }) {
        const access = await loadClientAccess(ports, clientId);
        if (!access) throw clientNotFound();
        const enabled = access.inUse && access.has_geo_leads;
        return { success: true, datasets: await accessRecordsOf(pool, clientId, enabled) };
      },
    }),
    route.post('/api/geo/datasets/grant-city-access', {
      may: SUPER_ADMIN,
      summary: 'Grant a client a whole dataset',
      body: grantCityBody,
      response: messageResponse,
      reads: ['datasets'],
      async handle({ body: { clientId, cityDatasetId }, execute, newId }) {
        const { dataset_key } = await grantable(clientId, cityDatasetId);
        const access_id = newId(dataset_key);
        const records = [{ client_id: clientId, access_id, dataset_key, zip_code: null }];
        await changeAccess(ports, clientId, { type: 'grant', records }, execute);
        return { success: true, message: GRANTED_CITY };
      },
    }),
    route.post('/api/geo/datasets/grant-zipcode-access', {
      may: SUPER_ADMIN,
      summary: 'Grant a client ZIP codes of a dataset',
      body: grantZipCodesBody,
      response: messageResponse,
      reads: ['datasets', 'candidates'],
      async handle({ body: { clientId, cityDatasetId, zipcodeDatasetIds }, execute, newId }) {
        const dataset = await grantable(clientId, cityDatasetId);
        const { dataset_key } = dataset;
        const zipOf = new Map(
          [...(await zipCodesOf(pool, dataset)).keys()].map((zip) => [zipCodeId(dataset_key, zip), zip]),
        );
        const records = [...new Set(zipcodeDatasetIds)].map((id) => {
          const zip_code = zipOf.get(id);
          if (zip_code === undefined) throw datasetNotFound();
          return { client_id: clientId, access_id: newId(id), dataset_key, zip_code };
        });
        await changeAccess(ports, clientId, { type: 'grant', records }, execute);
        return { success: true, message: GRANTED_ZIP_CODES };
      },
    }),
    route.delete('/api/geo/datasets/revoke-access/:accessId', {
      may: SUPER_ADMIN,
      summary: 'Revoke an access record, effective immediately',
      params: z.object({ accessId: z.uuid() }),
      response: messageResponse,
      reads: ['grants'],
      async handle({ params: { accessId }, execute }) {
        const clientId = await holderOf(pool, accessId);
        if (clientId === null) throw new DomainError('not_found', 'ACCESS_UNKNOWN', REVOKE_FAILED);
        await changeAccess(ports, clientId, { type: 'revoke', accessId }, execute);
        return { success: true, message: REVOKED };
      },
    }),
  ];
}
