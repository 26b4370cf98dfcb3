import type { CandidateRow } from '@landline/api/property/candidates/contract';
import type { AgGridReact } from 'ag-grid-react';
import { type RefObject, useEffect, useRef } from 'react';

/** Flashes the rows whose score has changed. */
export function useScoreFlash(
  grid: RefObject<AgGridReact<CandidateRow> | null>,
  rows: readonly CandidateRow[],
  enabled: boolean,
): void {
  const previousScores = useRef(new Map<string, number | null>());
  useEffect(() => {
    const before = previousScores.current;
    previousScores.current = new Map(rows.map(({ id, score }) => [id, score]));
    const api = grid.current?.api;
    if (!enabled || !api || api.isDestroyed()) return;
    const rowNodes = rows
      .filter(({ id, score }) => before.has(id) && before.get(id) !== score)
      .map(({ id }) => api.getRowNode(id))
      .filter((node) => node !== undefined);
    if (rowNodes.length > 0) api.flashCells({ rowNodes, flashDuration: 400, fadeDuration: 1200 });
  }, [grid, rows, enabled]);
}
