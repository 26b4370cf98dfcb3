import type { CandidateRow } from '@landline/api/property/candidates/contract';
import type { Dataset } from '@landline/api/property/datasets/contract';
import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import { Link } from 'react-router-dom';
import { formatAcres, formatCount, formatScore, MISSING } from '../../../../shared/format.ts';
import { GradeBadge } from '../../../../shared/ui/grade-badge.tsx';
import { ClassificationBadge } from '../../classification/components/classification-badge.tsx';
import { NewBadge } from '../../visits/components/new-badge.tsx';
import { candidateName, columnsWithin, openSpaceOf } from '../columns.ts';
import { hasParcelViewer } from '../external-links.ts';
import type { ListState } from '../list-state.ts';
import { SORTED_COLUMNS } from '../sorting.ts';
import classes from './candidate-grid.module.css';
import { DataQualityIcon } from './data-quality-icon.tsx';
import { RowActions } from './row-actions.tsx';
import { ScoreHover } from './score-hover.tsx';

type Cell = ICellRendererParams<CandidateRow>;
type Column = ColDef<CandidateRow> & { colId: string; minWidth: number };

/** Returns a column of right-aligned figures. */
const figureColumn = (
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

interface ColumnOptions {
  dataset: Dataset;
  sortBy: ListState['sortBy'];
  sortOrder: ListState['sortOrder'];
  linkTo: (candidateId: string) => string;
  /** Table width in pixels. */
  width: number;
}

/** Returns the list's columns (spec 001 §2). The server sorts; the grid only shows the sort order. */
export function columnsFor({ dataset, sortBy, sortOrder, linkTo, width }: ColumnOptions): Column[] {
  const type = dataset.property_type;
  const sorted = SORTED_COLUMNS[type];
  const actionsWidth = hasParcelViewer(dataset) ? 138 : 108;
  const columns: Column[] = [
    {
      colId: 'street_address',
      headerName: 'Address',
      flex: 2.4,
      // Fits a parcel number and an icon.
      minWidth: 176,
      cellRenderer: ({ data }: Cell) => data && <Address row={data} to={linkTo(data.id)} />,
    },
    {
      colId: 'zip_code',
      headerName: 'Zip Code',
      minWidth: 80,
      flex: 0.8,
      valueGetter: ({ data }) => data?.zip_code ?? MISSING,
      cellClass: 'num',
    },
    {
      ...figureColumn('score', 'AI Score', 104, ({ score }) => formatScore(score)),
      cellRenderer: ({ data }: Cell) => data && <ScoreHover row={data}>{formatScore(data.score)}</ScoreHover>,
      cellClass: [classes.figure ?? '', classes.score ?? ''],
    },
    {
      colId: 'grade',
      headerName: 'Grade',
      minWidth: 110,
      flex: 1,
      cellRenderer: ({ data }: Cell) => data && <GradeBadge grade={data.grade} />,
    },
    // Outdoor storage has no units.
    ...(type === 'ios' ? [] : [figureColumn('units', 'Units', 66, ({ units }) => formatCount(units))]),
    figureColumn('open_space', 'Open Space', type === 'ios' ? 112 : 132, (row) => openSpaceOf(row, type)),
    figureColumn('parcel_area', 'Lot Size', 92, ({ parcel_area }) => formatAcres(parcel_area)),
    figureColumn('year_built', 'Year', 66, ({ year_built }) =>
      year_built === null ? MISSING : String(year_built),
    ),
    {
      colId: 'label',
      headerName: 'Label',
      minWidth: 78,
      flex: 0.8,
      cellRenderer: ({ data }: Cell) =>
        data && <ClassificationBadge classification={data.manual_classification} />,
    },
    {
      colId: 'actions',
      headerName: 'Actions',
      minWidth: actionsWidth,
      maxWidth: actionsWidth,
      cellRenderer: ({ data }: Cell) =>
        data && <RowActions row={data} dataset={dataset} to={linkTo(data.id)} />,
    },
  ];
  const sortedColumn = Object.keys(sorted).find((colId) => sorted[colId] === sortBy);
  return columnsWithin(width, columns, sortedColumn).map((column) => ({
    ...column,
    resizable: false,
    sortable: column.colId in sorted,
    comparator: () => 0,
    sort: column.colId === sortedColumn ? sortOrder : null,
  }));
}

interface AddressProps {
  row: CandidateRow;
  to: string;
}

function Address({ row, to }: AddressProps) {
  const name = candidateName(row);
  return (
    <>
      <Link
        to={to}
        className={`${classes.address} ${row.street_address === null ? classes.apn : ''}`}
        title={name}
      >
        {name}
      </Link>
      <DataQualityIcon row={row} />
      <NewBadge row={row} />
    </>
  );
}
