import type {
  ModelInForce,
  PublishBody,
  publishResponse,
  RankingChanges,
  RescoringRun,
} from '@landline/api/property/scoring/contract';
import { EVERYONE } from '@landline/event-schemas/streams';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request, requestData } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { scoringKeys } from '../keys.ts';

const SCORING = '/api/geo/scoring';

/** GET /api/geo/scoring/model: the current scoring model; with a scope, its training results too. */
export const useModel = (scope?: string) =>
  useQuery({
    queryKey: scoringKeys.model(scope),
    queryFn: ({ signal }) => requestData<ModelInForce>(`${SCORING}/model`, { query: { scope }, signal }),
    placeholderData: keepPreviousData,
  });

/** POST /api/geo/scoring/model */
export const usePublishModel = () =>
  useCommand(
    (body: PublishBody) =>
      request<z.infer<typeof publishResponse>>(`${SCORING}/model`, { method: 'POST', body }),
    [scoringKeys.all],
  );

/** GET /api/geo/scoring/moves: rank changes of the last rescoring of a dataset; null before a second one. */
export const useRankChanges = (datasetKey: string, scope: string) =>
  useQuery({
    queryKey: scoringKeys.rankChanges(datasetKey, scope),
    queryFn: ({ signal }) =>
      requestData<RankingChanges | null>(`${SCORING}/moves`, { query: { datasetKey, scope }, signal }),
  });

/** GET /api/geo/scoring/runs: the newest run of each dataset and scope. */
const newestRunsQuery = () =>
  queryOptions({
    queryKey: scoringKeys.newestRuns(),
    queryFn: ({ signal }) =>
      requestData<RescoringRun[]>(`${SCORING}/runs`, { query: { latest: 'true' }, signal }),
  });

export const useNewestRuns = () => useQuery(newestRunsQuery());

/** Queries the newest run of a dataset for the scope of all users. */
export const useNewestRun = (datasetKey: string, enabled: boolean) =>
  useQuery({
    ...newestRunsQuery(),
    enabled,
    select: (runs) => runs.find((run) => run.dataset_key === datasetKey && run.scope === EVERYONE) ?? null,
  });

/** POST /api/geo/scoring/runs/:id/cancel or /retry; a retry is a new run. */
export const useRunCommand = (command: 'cancel' | 'retry') =>
  useCommand(
    (runId: string) =>
      request<unknown>(`${SCORING}/runs/${encodeURIComponent(runId)}/${command}`, { method: 'POST' }),
    [scoringKeys.all],
  );
