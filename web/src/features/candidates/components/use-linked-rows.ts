import type { CandidateRow } from '@landline/api/candidates/contract';
import type { GridApi } from 'ag-grid-community';
import type { AgGridReact } from 'ag-grid-react';
import { type RefObject, useCallback, useEffect } from 'react';
import { useLinkedStore } from '../linked.ts';

/**
 * Marks the rows that are pointed at, chosen or checked elsewhere, and brings the chosen one into view. What is
 * returned marks again: the grid calls it when it has drawn rows.
 */
export function useLinkedRows(
  frame: RefObject<HTMLElement | null>,
  grid: RefObject<AgGridReact<CandidateRow> | null>,
): () => void {
  const store = useLinkedStore();
  const mark = useCallback(() => {
    const { hovered, selected } = store.get();
    for (const row of frame.current?.querySelectorAll<HTMLElement>('.ag-row') ?? []) {
      const id = row.getAttribute('row-id');
      row.toggleAttribute('data-hovered', id !== null && id === hovered);
      row.toggleAttribute('data-chosen', id !== null && id === selected);
    }
  }, [store, frame]);
  useEffect(() => {
    let { selected: shown, checked: known } = store.get();
    return store.subscribe(() => {
      mark();
      const { selected, checked } = store.get();
      // Only then: the grid tells of its own checks a moment after it has drawn them.
      if (checked !== known) check(grid.current?.api, checked);
      known = checked;
      if (selected !== null && selected !== shown) {
        frame.current?.querySelector(`.ag-row[row-id="${selected}"]`)?.scrollIntoView({ block: 'nearest' });
      }
      shown = selected;
    });
  }, [store, frame, grid, mark]);
  return mark;
}

function check(api: GridApi<CandidateRow> | undefined, checked: readonly string[]): void {
  if (!api || api.isDestroyed()) return;
  api.forEachNode((node) => {
    const isChecked = node.id !== undefined && checked.includes(node.id);
    if (node.isSelected() !== isChecked) node.setSelected(isChecked);
  });
}
