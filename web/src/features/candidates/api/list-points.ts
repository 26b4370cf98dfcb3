import { POINTS_TYPE, type Points, readPoints } from '@landline/api/candidates/points-contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { requestFile } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import type { Filters } from '../list-state.ts';

type PointsQuery = Filters & { datasetKey: string };

/** GET /api/geo/candidates/points: every candidate that the filters leave. */
async function listPoints(query: PointsQuery, signal: AbortSignal): Promise<Points> {
  const file = await requestFile('/api/geo/candidates/points', {
    query,
    signal,
    headers: { Accept: POINTS_TYPE },
  });
  return readPoints(await file.arrayBuffer());
}

const pointsQuery = (query: PointsQuery) =>
  queryOptions({
    queryKey: keys.candidates.points(query),
    queryFn: ({ signal }) => listPoints(query, signal),
    placeholderData: keepPreviousData,
    // Columns of numbers: comparing them one by one with those before would cost more than drawing them.
    structuralSharing: false,
  });

/** The candidates as points; those before stay while others are on their way. */
export const usePoints = (query: PointsQuery, enabled: boolean) =>
  useQuery({ ...pointsQuery(query), enabled });
