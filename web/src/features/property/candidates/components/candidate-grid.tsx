import type { CandidateRow } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import { useReducedMotion } from '@mantine/hooks';
import {
  type CellFocusedEvent,
  type CellKeyDownEvent,
  type CellMouseOverEvent,
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  type GridOptions,
  HighlightChangesModule,
  RowApiModule,
  type RowClickedEvent,
  RowSelectionModule,
  RowStyleModule,
  type SortChangedEvent,
} from 'ag-grid-community';
import { AgGridProvider, AgGridReact } from 'ag-grid-react';
import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { gridTheme } from '../../../../shared/ui/grid-theme.ts';
import { useWidth } from '../../../../shared/ui/use-width.ts';
import { useIsDemo } from '../../../platform/session/context.ts';
import type { Density } from '../card-layout.ts';
import { useListSelectionStore } from '../list-selection.ts';
import type { ListState } from '../list-state.ts';
import { SORTED_COLUMNS } from '../sorting.ts';
import { useCandidateLink } from '../use-candidate-link.ts';
import classes from './candidate-grid.module.css';
import { columnsFor } from './grid-columns.tsx';
import { syncCheckboxes, useRowHighlight } from './use-row-highlight.ts';
import { useScoreFlash } from './use-score-flash.ts';

const MODULES = [
  ClientSideRowModelModule,
  ColumnApiModule,
  HighlightChangesModule,
  CellStyleModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
];
const ROW_HEIGHT: Record<Density, number> = { comfortable: 44, compact: 34 };
const HEADER_HEIGHT = 40;
const BORDER = 1;
const CHECK_WIDTH = 40;
const SELECTION = {
  rowSelection: {
    mode: 'multiRow',
    checkboxes: true,
    headerCheckbox: true,
    enableClickSelection: false,
  },
  selectionColumnDef: {
    width: CHECK_WIDTH,
    minWidth: CHECK_WIDTH,
    maxWidth: CHECK_WIDTH,
    resizable: false,
    sortable: false,
  },
} as const satisfies GridOptions<CandidateRow>;

/** Returns whether an event comes from a control inside a cell, which handles it itself. */
const isOnControl = (event: Event | null | undefined) =>
  event?.target instanceof Element && event.target.closest('a, input, .ag-selection-checkbox') !== null;

interface CandidateGridProps {
  rows: CandidateRow[];
  dataset: Dataset;
  density: Density;
  sortBy: ListState['sortBy'];
  sortOrder: ListState['sortOrder'];
  onSort: (sortBy: ListState['sortBy'], sortOrder: ListState['sortOrder']) => void;
  /** Called after the first rows are drawn. */
  onShown: (areShown: true) => void;
}

/** One page of candidates as a table. The server sorts and pages; rows whose score changed flash once. */
export default function CandidateGrid({
  rows,
  dataset,
  density,
  sortBy,
  sortOrder,
  onSort,
  onShown,
}: CandidateGridProps) {
  const navigate = useNavigate();
  const linkTo = useCandidateLink(dataset);
  const isMotionReduced = useReducedMotion();
  const grid = useRef<AgGridReact<CandidateRow>>(null);
  const maySelect = !useIsDemo();
  const { ref: frame, width } = useWidth<HTMLDivElement>();
  const columns = useMemo(
    () =>
      columnsFor({
        dataset,
        sortBy,
        sortOrder,
        linkTo,
        width: width - 2 * BORDER - (maySelect ? CHECK_WIDTH : 0),
      }),
    [dataset, sortBy, sortOrder, linkTo, width, maySelect],
  );
  const selection = useListSelectionStore();
  useScoreFlash(grid, rows, !isMotionReduced);
  const mark = useRowHighlight(frame, grid);

  const open = (row: CandidateRow | undefined) => {
    if (row) void navigate(linkTo(row.id));
  };
  const onSortChanged = ({ api, source }: SortChangedEvent<CandidateRow>) => {
    if (source !== 'uiColumnSorted') return;
    const sorted = api.getColumnState().find((column) => column.sort != null);
    const field = sorted && SORTED_COLUMNS[dataset.property_type][sorted.colId];
    if (field && sorted.sort) onSort(field, sorted.sort);
  };
  return (
    <AgGridProvider modules={MODULES}>
      <div
        ref={frame}
        className={classes.grid}
        // Full height before the rows are drawn, so that Back restores the scroll position.
        style={{ minHeight: HEADER_HEIGHT + rows.length * ROW_HEIGHT[density] + 2 * BORDER }}
      >
        {width > 0 && (
          <AgGridReact<CandidateRow>
            ref={grid}
            theme={gridTheme}
            rowData={rows}
            columnDefs={columns}
            domLayout="autoHeight"
            getRowId={({ data }) => data.id}
            rowHeight={ROW_HEIGHT[density]}
            headerHeight={HEADER_HEIGHT}
            animateRows={!isMotionReduced}
            {...(maySelect && {
              ...SELECTION,
              onSelectionChanged: ({ api }) =>
                selection.set({ checked: api.getSelectedRows().map(({ id }) => id) }),
            })}
            suppressMultiSort
            suppressMovableColumns
            suppressDragLeaveHidesColumns
            sortingOrder={['desc', 'asc']}
            rowStyle={{ cursor: 'pointer' }}
            onSortChanged={onSortChanged}
            onFirstDataRendered={({ api }) => {
              syncCheckboxes(api, selection.get().checked);
              mark();
              onShown(true);
            }}
            onModelUpdated={mark}
            onRowClicked={({ data, event }: RowClickedEvent<CandidateRow>) => {
              if (!isOnControl(event)) open(data);
            }}
            onCellMouseOver={({ data }: CellMouseOverEvent<CandidateRow>) =>
              selection.set({ hovered: data?.id ?? null })
            }
            onCellMouseOut={() => selection.set({ hovered: null })}
            onCellFocused={({ api, rowIndex, sourceEvent }: CellFocusedEvent<CandidateRow>) => {
              // A click must not move the map, so only the keyboard changes the highlight.
              const row = sourceEvent || rowIndex === null ? undefined : api.getDisplayedRowAtIndex(rowIndex);
              if (row?.data) selection.set({ highlighted: row.data.id });
            }}
            onCellKeyDown={({ data, event }: CellKeyDownEvent<CandidateRow>) => {
              if (!(event instanceof KeyboardEvent) || event.key !== 'Enter') return;
              if (!isOnControl(event) && !event.ctrlKey && !event.metaKey && !event.shiftKey) open(data);
            }}
          />
        )}
      </div>
    </AgGridProvider>
  );
}
