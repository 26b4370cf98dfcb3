import type { RescoringRun, runsResponse } from '@landline/api/scoring/contract';
import { EVERYONE } from '@landline/event-schemas/streams';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/scoring/runs: the newest of each dataset and scope. */
async function listNewestRuns(signal: AbortSignal): Promise<RescoringRun[]> {
  const { data } = await request<z.infer<typeof runsResponse>>('/api/geo/scoring/runs', {
    query: { latest: 'true' },
    signal,
  });
  return data;
}

const newestRunsQuery = () =>
  queryOptions({ queryKey: keys.scoring.newestRuns(), queryFn: ({ signal }) => listNewestRuns(signal) });

/** What the scoring of each dataset is at, for everyone or for a client. */
export const useNewestRuns = () => useQuery(newestRunsQuery());

/** The newest run of a dataset's scores for everyone. */
export const useNewestRun = (datasetKey: string, enabled: boolean) =>
  useQuery({
    ...newestRunsQuery(),
    enabled,
    select: (runs) => runs.find((run) => run.dataset_key === datasetKey && run.scope === EVERYONE) ?? null,
  });
