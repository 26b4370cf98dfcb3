import type { Moves, movesResponse } from '@landline/api/scoring/contract';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

/** GET /api/geo/scoring/moves */
async function getMoves(datasetKey: string, scope: string, signal: AbortSignal): Promise<Moves | null> {
  const { data } = await request<z.infer<typeof movesResponse>>('/api/geo/scoring/moves', {
    query: { datasetKey, scope },
    signal,
  });
  return data;
}

/** The ranking of a dataset before and after its last rescoring. */
export const useMoves = (datasetKey: string, scope: string) =>
  useQuery({
    queryKey: keys.scoring.moves(datasetKey, scope),
    queryFn: ({ signal }) => getMoves(datasetKey, scope, signal),
  });
