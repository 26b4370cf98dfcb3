import type { CandidateRow } from '@landline/api/candidates/contract';
import type { Dataset } from '@landline/api/datasets/contract';
import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import { Link } from 'react-router-dom';
import { formatAcres, formatCount, formatScore, MISSING } from '../../../shared/format.ts';
import { GradeBadge } from '../../../shared/ui/grade-badge.tsx';
import { candidatePath } from '../../datasets/paths.ts';
import { openSpaceOf } from '../columns.ts';
import type { ListState } from '../list-state.ts';
import { SORTED_COLUMNS } from '../sorting.ts';
import classes from './candidate-grid.module.css';
import { LabelBadge } from './label-badge.tsx';
import { RowActions } from './row-actions.tsx';

type Cell = ICellRendererParams<CandidateRow>;
type Column = ColDef<CandidateRow> & { colId: string };

/** A right-aligned figure. */
const figure = (
  colId: string,
  headerName: string,
  minWidth: number,
  textOf: (row: CandidateRow) => string,
): Column => ({
  colId,
  headerName,
  minWidth,
  flex: 1,
  headerClass: classes.figureHeader ?? '',
  cellClass: classes.figure ?? '',
  valueGetter: ({ data }) => (data ? textOf(data) : ''),
});

/** The list's columns (spec 001 §2). The server sorts: the grid only shows by what. */
export function columnsFor(
  dataset: Dataset,
  sortBy: ListState['sortBy'],
  sortOrder: ListState['sortOrder'],
  search: string,
): Column[] {
  const type = dataset.property_type;
  const sorted = SORTED_COLUMNS[type];
  const columns: Column[] = [
    {
      colId: 'street_address',
      headerName: 'Address',
      flex: 2.4,
      minWidth: 220,
      cellRenderer: ({ data }: Cell) =>
        data && (
          <Link to={candidatePath(dataset, data.id)} state={{ list: search }} className={classes.address}>
            {data.street_address ?? <span className={classes.apn}>APN {data.apn}</span>}
          </Link>
        ),
    },
    {
      colId: 'zip_code',
      headerName: 'Zip Code',
      minWidth: 92,
      flex: 0.8,
      valueGetter: ({ data }) => data?.zip_code ?? MISSING,
      cellClass: classes.num ?? '',
    },
    {
      ...figure('score', 'AI Score', 116, ({ score }) => formatScore(score)),
      cellClass: [classes.figure ?? '', classes.score ?? ''],
    },
    {
      colId: 'grade',
      headerName: 'Grade',
      minWidth: 116,
      flex: 1,
      cellRenderer: ({ data }: Cell) => data && <GradeBadge grade={data.grade} />,
    },
    figure('units', 'Units', 76, ({ units }) => formatCount(units)),
    figure('open_space', 'Open Space', 140, (row) => openSpaceOf(row, type)),
    figure('parcel_area', 'Lot Size', 104, ({ parcel_area }) => formatAcres(parcel_area)),
    figure('year_built', 'Year', 76, ({ year_built }) =>
      year_built === null ? MISSING : String(year_built),
    ),
    {
      colId: 'label',
      headerName: 'Label',
      minWidth: 92,
      flex: 0.8,
      cellRenderer: ({ data }: Cell) => data && <LabelBadge label={data.manual_classification} />,
    },
    {
      colId: 'actions',
      headerName: 'Actions',
      width: 156,
      cellRenderer: ({ data }: Cell) => data && <RowActions row={data} dataset={dataset} search={search} />,
    },
  ];
  return columns.map((column) => ({
    ...column,
    resizable: false,
    sortable: column.colId in sorted,
    comparator: () => 0,
    sort: sorted[column.colId] === sortBy ? sortOrder : null,
  }));
}
