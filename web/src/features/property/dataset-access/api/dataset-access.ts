import type {
  CityDataset,
  clientAccessResponse,
  grantedResponse,
} from '@landline/api/property/dataset-access/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { activityKeys } from '../../../platform/activity/keys.ts';
import { dataQuery } from '../../data-query.ts';
import { datasetAccessKeys } from '../keys.ts';

const DATASETS = '/api/geo/datasets';
const CHANGED = [datasetAccessKeys.all, activityKeys.all];

/** GET /api/geo/datasets/cities-with-zipcodes: the datasets that can be granted. */
export const useCities = () =>
  useQuery(dataQuery<CityDataset[]>(datasetAccessKeys.cities(), `${DATASETS}/cities-with-zipcodes`));

/** GET /api/geo/datasets/client-access/:clientId */
export const useClientAccess = (clientId: string) =>
  useQuery({
    queryKey: datasetAccessKeys.of(clientId),
    queryFn: ({ signal }) =>
      request<z.infer<typeof clientAccessResponse>>(
        `${DATASETS}/client-access/${encodeURIComponent(clientId)}`,
        { signal },
      ),
    select: ({ datasets }) => datasets,
  });

interface Grant {
  clientId: string;
  cityDatasetId: string;
  /** Limits the grant to these zip codes. */
  zipcodeDatasetIds?: readonly string[];
}

/** POST /api/geo/datasets/grant-city-access or grant-zipcode-access */
export const useGrantAccess = () =>
  useCommand(
    (body: Grant) =>
      request<z.infer<typeof grantedResponse>>(
        `${DATASETS}/grant-${body.zipcodeDatasetIds ? 'zipcode' : 'city'}-access`,
        { method: 'POST', body },
      ),
    CHANGED,
  );

/** DELETE /api/geo/datasets/revoke-access/:accessId */
export const useRevokeAccess = () =>
  useCommand(
    (accessId: string) =>
      request<z.infer<typeof grantedResponse>>(`${DATASETS}/revoke-access/${encodeURIComponent(accessId)}`, {
        method: 'DELETE',
      }),
    CHANGED,
  );
