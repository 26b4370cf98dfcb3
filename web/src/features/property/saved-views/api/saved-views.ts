import type { SavedView, ViewBody, ViewChanges } from '@landline/api/property/saved-views/contract';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request, requestData } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGetData } from '../../../../shared/http/use-get.ts';
import { savedViewKeys } from '../keys.ts';

const VIEWS = '/api/geo/views';

/** GET /api/geo/views: the saved views of a dataset, by name. */
export const useSavedViews = (datasetKey: string) =>
  useGetData<SavedView[]>(savedViewKeys.of(datasetKey), VIEWS, { query: { datasetKey } });

/** POST /api/geo/views */
export const useSaveView = () =>
  useCommand(
    (body: ViewBody) => requestData<SavedView>(VIEWS, { method: 'POST', body }),
    [savedViewKeys.all],
  );

/** PUT /api/geo/views/:id */
export const useChangeView = () =>
  useCommand(
    ({ id, ...body }: ViewChanges & { id: string }) =>
      request(apiPath`/api/geo/views/${id}`, { method: 'PUT', body }),
    [savedViewKeys.all],
  );

/** DELETE /api/geo/views/:id */
export const useRemoveView = () =>
  useCommand(
    (id: string) => request(apiPath`/api/geo/views/${id}`, { method: 'DELETE' }),
    [savedViewKeys.all],
  );
