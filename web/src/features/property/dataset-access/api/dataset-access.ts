import type { MessageResponse } from '@landline/api/platform/http/response-contract';
import type { CityDataset, clientAccessResponse } from '@landline/api/property/dataset-access/contract';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGet, useGetData } from '../../../../shared/http/use-get.ts';
import { activityKeys } from '../../../platform/activity/keys.ts';
import { datasetAccessKeys } from '../keys.ts';

const DATASETS = '/api/geo/datasets';
type ClientAccess = z.infer<typeof clientAccessResponse>;
const REFETCHED_KEYS = [datasetAccessKeys.all, activityKeys.all];

/** GET /api/geo/datasets/cities-with-zipcodes: the datasets that can be granted. */
export const useCities = () =>
  useGetData<CityDataset[]>(datasetAccessKeys.cities(), `${DATASETS}/cities-with-zipcodes`);

/** GET /api/geo/datasets/client-access/:clientId */
export const useClientAccess = (clientId: string) =>
  useGet<ClientAccess, ClientAccess['datasets']>(
    datasetAccessKeys.of(clientId),
    apiPath`/api/geo/datasets/client-access/${clientId}`,
    { select: ({ datasets }) => datasets },
  );

interface Grant {
  clientId: string;
  cityDatasetId: string;
  /** Limits the grant to these ZIP codes. */
  zipcodeDatasetIds?: readonly string[];
}

/** POST /api/geo/datasets/grant-city-access or grant-zipcode-access */
export const useGrantAccess = () =>
  useCommand(
    (body: Grant) =>
      request<MessageResponse>(`${DATASETS}/grant-${body.zipcodeDatasetIds ? 'zipcode' : 'city'}-access`, {
        method: 'POST',
        body,
      }),
    REFETCHED_KEYS,
  );

/** DELETE /api/geo/datasets/revoke-access/:accessId */
export const useRevokeAccess = () =>
  useCommand(
    (accessId: string) =>
      request<MessageResponse>(apiPath`/api/geo/datasets/revoke-access/${accessId}`, {
        method: 'DELETE',
      }),
    REFETCHED_KEYS,
  );
