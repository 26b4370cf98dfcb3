import type { ClassificationRecord, classificationResponse } from '@landline/api/training/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';

export const classificationPath = (candidateId: string) =>
  `/api/geo/training/classification/${encodeURIComponent(candidateId)}`;

/** GET /api/geo/training/classification/:id; null when nobody has judged the candidate. */
async function getClassification(id: string, signal: AbortSignal): Promise<ClassificationRecord | null> {
  const { data } = await request<z.infer<typeof classificationResponse>>(classificationPath(id), { signal });
  return data;
}

const classificationQuery = (candidateId: string) =>
  queryOptions({
    queryKey: keys.training.classification(candidateId),
    queryFn: ({ signal }) => getClassification(candidateId, signal),
  });

export const useClassification = (candidateId: string) => useQuery(classificationQuery(candidateId));
