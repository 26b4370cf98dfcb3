import { POINTS_TYPE, readPoints } from '@landline/api/property/candidates/points-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { requestFile } from '../../../../shared/http/request.ts';
import { candidateKeys } from '../keys.ts';
import type { Filters } from '../list-state.ts';

/**
 * GET /api/geo/candidates/points: all filtered candidates as points. Keeps the previous points until the new points
 * have loaded.
 */
export const useCandidatePoints = (query: Filters & { datasetKey: string }, enabled: boolean) =>
  useQuery({
    queryKey: candidateKeys.points(query),
    queryFn: async ({ signal }) => {
      const headers = { Accept: POINTS_TYPE };
      const file = await requestFile('/api/geo/candidates/points', { query, signal, headers });
      return readPoints(await file.arrayBuffer());
    },
    placeholderData: keepPreviousData,
    // Comparing columns of numbers one by one would cost more than drawing them.
    structuralSharing: false,
    enabled,
  });
