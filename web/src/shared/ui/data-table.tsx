import { Checkbox } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import common from './common.module.css';
import { ScrollFrame } from './scroll-frame.tsx';
import table from './table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** Right-aligned, with digits of equal width. */
  isNumeric?: boolean;
  /** Shows the header to screen readers only. */
  isHeaderHidden?: boolean;
  /** Shows the header of this column on stacked cards, too, as for numeric columns. */
  isLabeled?: boolean;
  /** CSS class of the header and the cells. */
  className?: string | undefined;
  /** Full text of a cell that may be truncated. */
  titleOf?: (row: Row) => string;
}

export interface Selection<Row> {
  selected: ReadonlySet<Key>;
  onSelect: (keys: readonly Key[], isSelected: boolean) => void;
  /** Accessible name of the checkbox for all rows. */
  allLabel: string;
  labelOf: (row: Row) => string;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Field that identifies a row, or a function. */
  keyOf: (keyof Row & string) | ((row: Row, index: number) => Key);
  /** Returns whether the row's only link covers the whole row. */
  isLink?: (row: Row) => boolean;
  /** Lets the table scroll horizontally, by keyboard too. */
  scrolls?: boolean;
  /** Turns rows into cards on phones; their numeric cells show the column header. */
  stacks?: boolean;
  /** Adds a column of checkboxes. */
  selection?: Selection<Row>;
  className?: string | undefined;
}

/** A table defined by its columns, with optional row selection and cards on phones. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, isLink, scrolls = false, stacks = false, selection, className = '' } = props;
  const { keyOf: key } = props;
  const keyOf = typeof key === 'function' ? key : (row: Row) => String(row[key]);
  const columns = selection ? [selectionColumn(selection, keyOf), ...props.columns] : props.columns;
  const keys = rows.map(keyOf);
  const content = (
    <table
      className={`${table.table} ${stacks ? table.stacked : ''} ${selection ? table.checked : ''} ${className}`}
      aria-label={label}
    >
      <thead>
        <tr>
          {columns.map(({ header, isNumeric, isHeaderHidden, className: columnClass }) => (
            <th key={header} data-num={isNumeric || undefined} className={columnClass}>
              {header === SELECTION && selection ? (
                <SelectAll keys={keys} selection={selection} />
              ) : isHeaderHidden ? (
                <span className={common.hidden}>{header}</span>
              ) : (
                header
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keys[index]} data-link={isLink?.(row) || undefined}>
            {columns.map(({ header, cell, isNumeric, isLabeled, className: columnClass, titleOf }) => (
              <td
                key={header}
                data-num={isNumeric || undefined}
                data-label={(isNumeric || isLabeled) && stacks ? header : undefined}
                className={columnClass}
                title={titleOf?.(row)}
              >
                {cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return scrolls ? (
    <ScrollFrame label={`${label}, scrolls sideways`}>{content}</ScrollFrame>
  ) : (
    <div className={table.frame}>{content}</div>
  );
}

const SELECTION = 'Selection';

const selectionColumn = <Row,>(
  { selected, onSelect, labelOf }: Selection<Row>,
  keyOf: (row: Row, index: number) => Key,
): Column<Row> => ({
  header: SELECTION,
  cell: (row, index) => (
    <Checkbox
      size="xs"
      aria-label={labelOf(row)}
      checked={selected.has(keyOf(row, index))}
      onChange={({ currentTarget }) => onSelect([keyOf(row, index)], currentTarget.checked)}
    />
  ),
});

function SelectAll<Row>({ keys, selection }: { keys: readonly Key[]; selection: Selection<Row> }) {
  const count = keys.filter((key) => selection.selected.has(key)).length;
  return (
    <Checkbox
      size="xs"
      aria-label={selection.allLabel}
      checked={count === keys.length}
      indeterminate={count > 0 && count < keys.length}
      onChange={({ currentTarget }) => selection.onSelect(keys, currentTarget.checked)}
    />
  );
}
