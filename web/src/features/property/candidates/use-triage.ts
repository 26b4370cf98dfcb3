import type { CandidateRow } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import type { Classification } from '@landline/event-schemas';
import { useEffectEvent, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePageActions } from '../../../shared/page-actions.ts';
import { useIsDemo } from '../../platform/session/context.ts';
import { useClassifyMany, useUnclassifyMany } from '../classification/api/classification.ts';
import { useListSelectionStore } from './list-selection.ts';
import { useListState } from './list-state.ts';
import { useCandidateLink } from './use-candidate-link.ts';

export interface TriageList {
  rows: readonly CandidateRow[];
  /** True while `rows` belong to earlier filters or to another page. */
  isStale: boolean;
  dataset: Dataset;
  totalPages: number;
}

/** Keyboard and bulk classification of a list, with undo. */
export function useTriage({ rows, isStale, dataset, totalPages }: TriageList) {
  const store = useListSelectionStore();
  const navigate = useNavigate();
  const linkTo = useCandidateLink(dataset);
  const { state, goTo } = useListState(dataset.property_type);
  const isDemo = useIsDemo();
  const bulk = useClassifyMany();
  const undoing = useUnclassifyMany();

  const classify = (subjects: readonly CandidateRow[], classification: Classification) => {
    if (subjects.length === 0 || bulk.isPending) return;
    undoing.reset();
    store.set({ checked: [] });
    bulk.mutate({
      classification,
      subjects: subjects.map(({ id, score, property_type }) => ({
        candidateId: id,
        originalScore: score,
        propertyType: property_type,
      })),
    });
  };
  const undo = () => {
    // After a partial failure, only the properties that failed.
    const ids = undoing.data?.failedIds ?? bulk.data?.ids;
    if (!ids || ids.length === 0 || undoing.isPending) return;
    undoing.mutate(ids, { onSuccess: ({ failures }) => failures.length === 0 && bulk.reset() });
  };

  const dismiss = () => {
    bulk.reset();
    undoing.reset();
  };

  const highlightedIndex = () => rows.findIndex(({ id }) => id === store.get().highlighted);
  const step = useEffectEvent((by: 1 | -1) => {
    // While the next page loads, `state.page` is ahead of the rows, and a second step would skip that page.
    if (isStale) return;
    const at = highlightedIndex();
    const row = at < 0 ? rows[by === 1 ? 0 : rows.length - 1] : rows[at + by];
    if (row) store.set({ highlighted: row.id });
    else if (by === 1 && state.page < totalPages) goTo(state.page + 1);
    else if (by === -1 && state.page > 1) goTo(state.page - 1);
  });
  const classifyHighlighted = useEffectEvent((classification: Classification) => {
    // Keep the row highlighted: `classify` does nothing while the previous classification is being saved.
    if (bulk.isPending) return;
    const selected = rows.filter(({ id }) => store.get().checked.includes(id));
    const at = highlightedIndex();
    const row = rows[at];
    if (selected.length > 0) {
      classify(selected, classification);
    } else if (row) {
      // Highlight the next row now, because the classified row may move within the list.
      store.set({ highlighted: (rows[at + 1] ?? rows[at - 1])?.id ?? null });
      classify([row], classification);
    }
  });
  const open = useEffectEvent((hash: string) => {
    const row = rows[highlightedIndex()];
    if (row) void navigate(linkTo(row.id) + hash);
  });
  const toggleChecked = useEffectEvent(() => {
    const id = rows[highlightedIndex()]?.id;
    if (id === undefined) return;
    const { checked } = store.get();
    store.set({ checked: checked.includes(id) ? checked.filter((other) => other !== id) : [...checked, id] });
  });
  const undoLast = useEffectEvent(undo);

  const actions = useMemo(() => {
    const action = (id: string, shortcut: string, label: string, perform: () => void) => ({
      id,
      shortcut,
      label,
      perform,
    });
    return [
      action('next', 'j', 'Next property', () => step(1)),
      action('previous', 'k', 'Previous property', () => step(-1)),
      action('open', 'o', 'Open the highlighted property', () => open('')),
      ...(isDemo
        ? []
        : [
            action('good', 'g', 'Mark as good', () => classifyHighlighted('good')),
            action('bad', 'b', 'Mark as bad', () => classifyHighlighted('bad')),
            action('undo', 'u', 'Undo the last classification', () => undoLast()),
            action('check', 'x', 'Select the highlighted property', () => toggleChecked()),
            action('note', 'n', 'Write a note', () => open('#notes')),
          ]),
    ];
  }, [isDemo]);
  usePageActions(actions);

  return {
    classify,
    undo,
    result: bulk.data ?? null,
    isClassifying: bulk.isPending,
    isUndoing: undoing.isPending,
    undoError: undoing.error ?? undoing.data?.failures[0] ?? null,
    dismiss,
  };
}
