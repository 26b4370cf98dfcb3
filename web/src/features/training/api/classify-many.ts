import type { ClassifyBody } from '@landline/api/training/contract';
import type { Classification } from '@landline/event-schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { classify } from './classify.ts';
import { classificationPath } from './get-classification.ts';

/** So many calls are under way at once. */
const AT_ONCE = 4;

interface Judged {
  classification: Classification;
  /** Those that were judged, to be taken back. */
  ids: string[];
  /** Why the others were not. */
  failures: unknown[];
}

type Subject = Pick<ClassifyBody, 'candidateId' | 'originalScore' | 'propertyType'>;

/** Does something for each of a list, a few at a time; what failed is told, the rest is done. */
async function forEach<T>(items: readonly T[], act: (item: T) => Promise<unknown>) {
  const done: T[] = [];
  const failures: unknown[] = [];
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      const one = item;
      await act(one).then(
        () => done.push(one),
        (error: unknown) => failures.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failures };
}

/** Judges candidates alike, each by a call of its own. */
export function useClassifyMany() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      subjects,
      classification,
    }: {
      subjects: Subject[];
      classification: Classification;
    }) => {
      const { done, failures } = await forEach(subjects, (subject) =>
        classify({ ...subject, classification, notes: '', factorIds: [] }),
      );
      return { classification, ids: done.map(({ candidateId }) => candidateId), failures } satisfies Judged;
    },
    onSettled: () => refresh(queryClient),
  });
}

/** Takes back what was judged together. */
export function useUnclassifyMany() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { failures } = await forEach(ids, (id) => request(classificationPath(id), { method: 'DELETE' }));
      return { failures };
    },
    onSettled: () => refresh(queryClient),
  });
}

const refresh = (queryClient: ReturnType<typeof useQueryClient>) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.candidates.all }),
    queryClient.invalidateQueries({ queryKey: keys.training.all }),
  ]);
