import type { CandidateRow } from '@landline/api/property/candidates/contract';
import type { GridApi } from 'ag-grid-community';
import type { AgGridReact } from 'ag-grid-react';
import { type RefObject, useCallback, useEffect } from 'react';
import { useListSelectionStore } from '../list-selection.ts';

/**
 * Applies the list selection to the grid's rows and scrolls the highlighted row into view. Returns a function that marks
 * the rows again, for the grid to call after it has drawn rows.
 */
export function useRowHighlight(
  frame: RefObject<HTMLElement | null>,
  grid: RefObject<AgGridReact<CandidateRow> | null>,
): () => void {
  const store = useListSelectionStore();
  const mark = useCallback(() => {
    const { hovered, highlighted } = store.get();
    for (const row of frame.current?.querySelectorAll<HTMLElement>('.ag-row') ?? []) {
      const id = row.getAttribute('row-id');
      row.toggleAttribute('data-hovered', id !== null && id === hovered);
      row.toggleAttribute('data-highlighted', id !== null && id === highlighted);
    }
  }, [store, frame]);
  useEffect(() => {
    let { highlighted: scrolledTo, checked: syncedIds } = store.get();
    return store.subscribe(() => {
      mark();
      const { highlighted, checked } = store.get();
      // Only on a change: the grid reports its own checkboxes with a delay, and an earlier sync would reset them.
      if (checked !== syncedIds && grid.current?.api) syncCheckboxes(grid.current.api, checked);
      syncedIds = checked;
      if (highlighted !== null && highlighted !== scrolledTo) {
        const row = frame.current?.querySelector(`.ag-row[row-id="${highlighted}"]`);
        row?.scrollIntoView({ block: 'nearest' });
      }
      scrolledTo = highlighted;
    });
  }, [store, frame, grid, mark]);
  return mark;
}

/** Ticks the checkboxes of these candidates and no others. */
export function syncCheckboxes(api: GridApi<CandidateRow>, checked: readonly string[]): void {
  if (api.isDestroyed()) return;
  api.forEachNode((node) => {
    const isChecked = node.id !== undefined && checked.includes(node.id);
    if (node.isSelected() !== isChecked) node.setSelected(isChecked);
  });
}
