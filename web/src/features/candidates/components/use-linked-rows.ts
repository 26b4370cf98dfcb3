import type { CandidateRow } from '@landline/api/candidates/contract';
import { type RefObject, useEffect } from 'react';
import { useLinkedStore } from '../linked.ts';

/** Marks the rows that are pointed at or chosen on the map, and brings the chosen one into view. */
export function useLinkedRows(frame: RefObject<HTMLElement | null>, rows: readonly CandidateRow[]): void {
  const store = useLinkedStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are drawn without their marks
  useEffect(() => {
    let shown = store.get().selected;
    const mark = () => {
      const { hovered, selected } = store.get();
      for (const row of frame.current?.querySelectorAll<HTMLElement>('.ag-row') ?? []) {
        const id = row.getAttribute('row-id');
        row.toggleAttribute('data-hovered', id !== null && id === hovered);
        row.toggleAttribute('data-chosen', id !== null && id === selected);
        if (id === selected && selected !== shown) row.scrollIntoView({ block: 'nearest' });
      }
      shown = selected;
    };
    mark();
    return store.subscribe(mark);
  }, [store, frame, rows]);
}
