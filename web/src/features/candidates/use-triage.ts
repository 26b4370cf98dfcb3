import type { CandidateRow } from '@landline/api/candidates/contract';
import type { Dataset } from '@landline/api/datasets/contract';
import type { Classification } from '@landline/event-schemas';
import { useEffectEvent, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePageActions } from '../../shared/page-actions.ts';
import { useIsDemo } from '../session/context.ts';
import { useClassifyMany, useUnclassifyMany } from '../training/api/classify-many.ts';
import { useLinkedStore } from './linked.ts';
import { useListState } from './list-state.ts';
import { useCandidateLink } from './use-candidate-link.ts';

/** Through a list from the keyboard, judging as one goes; each judgement can be taken back. */
export function useTriage(rows: readonly CandidateRow[], dataset: Dataset, totalPages: number) {
  const store = useLinkedStore();
  const navigate = useNavigate();
  const linkTo = useCandidateLink(dataset);
  const { state, goTo } = useListState(dataset.property_type);
  const isDemo = useIsDemo();
  const classify = useClassifyMany();
  const unclassify = useUnclassifyMany();

  const judge = (subjects: readonly CandidateRow[], classification: Classification) => {
    if (subjects.length === 0 || classify.isPending) return;
    unclassify.reset();
    store.set({ checked: [] });
    classify.mutate({
      classification,
      subjects: subjects.map(({ id, score, property_type }) => ({
        candidateId: id,
        originalScore: score,
        propertyType: property_type,
      })),
    });
  };
  const undo = () => {
    const ids = classify.data?.ids;
    if (!ids || ids.length === 0 || unclassify.isPending) return;
    unclassify.mutate(ids, { onSuccess: ({ failures }) => failures.length === 0 && classify.reset() });
  };

  const chosen = () => rows.findIndex(({ id }) => id === store.get().selected);
  const step = useEffectEvent((by: 1 | -1) => {
    const next = chosen() + by;
    const row = chosen() < 0 ? rows[by === 1 ? 0 : rows.length - 1] : rows[next];
    if (row) store.set({ selected: row.id });
    else if (by === 1 && state.page < totalPages) goTo(state.page + 1);
    else if (by === -1 && state.page > 1) goTo(state.page - 1);
  });
  const judgeChosen = useEffectEvent((classification: Classification) => {
    const { checked } = store.get();
    const at = chosen();
    const row = rows[at];
    if (checked.length > 0) {
      judge(
        rows.filter(({ id }) => checked.includes(id)),
        classification,
      );
    } else if (row) {
      // The next one is chosen at once: the judged one may move elsewhere in the list.
      store.set({ selected: (rows[at + 1] ?? rows[at - 1])?.id ?? null });
      judge([row], classification);
    }
  });
  const open = useEffectEvent((hash: string) => {
    const row = rows[chosen()];
    if (row) void navigate(linkTo(row.id) + hash);
  });
  const check = useEffectEvent(() => {
    const { selected, checked } = store.get();
    if (selected === null) return;
    store.set({
      checked: checked.includes(selected) ? checked.filter((id) => id !== selected) : [...checked, selected],
    });
  });
  const takeBack = useEffectEvent(undo);

  const actions = useMemo(
    () => [
      { id: 'next', label: 'Next property', shortcut: 'j', perform: () => step(1) },
      { id: 'previous', label: 'Previous property', shortcut: 'k', perform: () => step(-1) },
      { id: 'open', label: 'Open the chosen property', shortcut: 'o', perform: () => open('') },
      ...(isDemo
        ? []
        : [
            { id: 'good', label: 'Mark as good', shortcut: 'g', perform: () => judgeChosen('good') },
            { id: 'bad', label: 'Mark as bad', shortcut: 'b', perform: () => judgeChosen('bad') },
            {
              id: 'undo',
              label: 'Take the last classification back',
              shortcut: 'u',
              perform: () => takeBack(),
            },
            { id: 'check', label: 'Check the chosen property', shortcut: 'x', perform: () => check() },
            { id: 'note', label: 'Write a note', shortcut: 'n', perform: () => open('#notes') },
          ]),
    ],
    [isDemo],
  );
  usePageActions(actions);

  return {
    judge,
    undo,
    judged: classify.data ?? null,
    isJudging: classify.isPending,
    isUndoing: unclassify.isPending,
    undoProblem: unclassify.error ?? unclassify.data?.failures[0] ?? null,
    forget: classify.reset,
  };
}
