import type {
  ModelSummary,
  PublishBody,
  publishResponse,
  RankingChanges,
  RescoringRun,
} from '@landline/api/property/scoring/contract';
import { EVERYONE } from '@landline/event-schemas/streams';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand, useSend } from '../../../../shared/http/use-command.ts';
import { useGetData } from '../../../../shared/http/use-get.ts';
import { dataQuery } from '../../data-query.ts';
import { scoringKeys } from '../keys.ts';

const SCORING = '/api/geo/scoring';

/** GET /api/geo/scoring/model: the current scoring model of a scope, with its training results. */
export const useModel = (scope: string) =>
  useGetData<ModelSummary>(scoringKeys.model(scope), `${SCORING}/model`, {
    query: { scope },
    placeholderData: keepPreviousData,
  });

/** POST /api/geo/scoring/model */
export const usePublishModel = () =>
  useSend<PublishBody, z.infer<typeof publishResponse>>('POST', `${SCORING}/model`, [scoringKeys.all]);

/**
 * GET /api/geo/scoring/moves: rank changes of the last rescoring of a dataset; null if it has been scored only once.
 */
export const useRankChanges = (datasetKey: string, scope: string) =>
  useGetData<RankingChanges | null>(scoringKeys.rankChanges(datasetKey, scope), `${SCORING}/moves`, {
    query: { datasetKey, scope },
  });

/** GET /api/geo/scoring/runs: the newest run of each dataset and scope. */
const newestRunsQuery = () =>
  dataQuery<RescoringRun[]>(scoringKeys.newestRuns(), `${SCORING}/runs`, { latest: 'true' });

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
    (runId: string) => request(apiPath`/api/geo/scoring/runs/${runId}/${command}`, { method: 'POST' }),
    [scoringKeys.all],
  );
