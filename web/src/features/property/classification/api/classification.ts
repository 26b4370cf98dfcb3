import type {
  ClassificationRecord,
  ClassifyBody,
  classifyResponse,
  factorsResponse,
  TrainingSummary,
} from '@landline/api/property/classification/contract';
import type { Classification, PropertyType } from '@landline/event-schemas';
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import { ApiError } from '../../../../shared/http/errors.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGetData } from '../../../../shared/http/use-get.ts';
import { candidateKeys } from '../../candidates/keys.ts';
import { classificationKeys } from '../keys.ts';

const TRAINING = '/api/geo/training';
const pathOf = (candidateId: string) => `${TRAINING}/classification/${encodeURIComponent(candidateId)}`;
const REFETCHED_KEYS = [candidateKeys.all, classificationKeys.all];

/** Maximum number of concurrent calls in a bulk classification. */
const CONCURRENCY = 4;

/** GET /api/geo/training/classification/:id; null when the candidate is not classified. */
export const useClassification = (candidateId: string) =>
  useGetData<ClassificationRecord | null>(classificationKeys.one(candidateId), pathOf(candidateId));

type Factors = z.infer<typeof factorsResponse>['data'];

/** GET /api/geo/training/factors: the factors that a classification can name. */
export const useFactors = (propertyType: PropertyType) =>
  useGetData<Factors, Factors['grouped']>(classificationKeys.factors(propertyType), `${TRAINING}/factors`, {
    query: { propertyType },
    select: ({ grouped }) => grouped,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** GET /api/geo/training/summary: the training scopes, and the factors named within one of them. */
export const useTrainingSummary = (scope: string) =>
  useGetData<TrainingSummary>(classificationKeys.summary(scope), `${TRAINING}/summary`, {
    query: { scope },
    placeholderData: keepPreviousData,
  });

/** POST /api/geo/training/classify */
const classify = (body: ClassifyBody) =>
  request<z.infer<typeof classifyResponse>>(`${TRAINING}/classify`, { method: 'POST', body });

export const useClassify = () => useCommand(classify, REFETCHED_KEYS);

/**
 * DELETE /api/geo/training/classification/:id: also removes its effect on the score and on training; it stays in the
 * history.
 */
const removeClassification = (candidateId: string) =>
  request<unknown>(pathOf(candidateId), { method: 'DELETE' });

export const useRemoveClassification = () => useCommand(removeClassification, REFETCHED_KEYS);

interface BulkClassification {
  classification: Classification;
  subjects: Pick<ClassifyBody, 'candidateId' | 'originalScore' | 'propertyType'>[];
}

/** Gives several candidates the same classification, one call each; `ids` are the candidates that succeeded. */
export const useClassifyMany = () =>
  useCommand(async ({ classification, subjects }: BulkClassification) => {
    const { succeeded, failures } = await forEachConcurrently(subjects, (subject) =>
      classify({ ...subject, classification, notes: '', factorIds: [] }),
    );
    return { classification, ids: succeeded.map(({ candidateId }) => candidateId), failures };
  }, REFETCHED_KEYS);

/** Removes the classifications of several candidates. A candidate that is not classified counts as done. */
export const useUnclassifyMany = () =>
  useCommand(async (ids: readonly string[]) => {
    const { failed, failures } = await forEachConcurrently(ids, async (id) => {
      try {
        await removeClassification(id);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'NOT_CLASSIFIED')) throw error;
      }
    });
    return { failedIds: failed, failures };
  }, REFETCHED_KEYS);

/** Runs a call for each item, a few at a time; `failures` are the errors of the items in `failed`. */
async function forEachConcurrently<T>(items: readonly T[], call: (item: T) => Promise<unknown>) {
  const succeeded: T[] = [];
  const failed: T[] = [];
  const failures: unknown[] = [];
  const queue = items.values();
  const work = async () => {
    for (const item of queue) {
      try {
        await call(item);
        succeeded.push(item);
      } catch (error) {
        failed.push(item);
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { succeeded, failed, failures };
}
