import type { ReactNode } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import type { Level } from '../levels.ts';
import classes from './metrics-table.module.css';

/** A metric's level; renders nothing for null. */
export function LevelTag({ level }: { level: Level | null }) {
  return level && <Tag tone={level.tone}>{level.label}</Tag>;
}

interface Row {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

interface MetricsTableProps {
  label: string;
  /** Headers; those that start with # are numeric. */
  columns: readonly string[];
  rows: readonly Row[];
  /** Text of the empty state. */
  empty?: string;
}

/** Tables with at least this many columns become cards on a phone. */
const CARD_COLUMNS = 3;

export function MetricsTable({ label, columns, rows, empty = '' }: MetricsTableProps) {
  if (rows.length === 0) return <EmptyState title="No data available">{empty}</EmptyState>;
  const stacks = columns.length >= CARD_COLUMNS;
  return (
    <DataTable
      label={label}
      columns={columns.map((column, index) => ({
        header: column.replace('#', ''),
        isNumeric: column.startsWith('#'),
        cell: ({ cells }: Row) => cells[index],
      }))}
      rows={rows}
      keyOf="key"
      scrolls
      stacks={stacks}
      className={stacks ? `${classes.metrics} ${classes.cards}` : classes.metrics}
    />
  );
}

/** Places tables side by side in a card. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className={classes.sideBySide}>{children}</div>;
}

interface CountsTableProps {
  label: string;
  header: string;
  counts: readonly { readonly name: string; readonly count: number }[];
  empty?: string;
}

export function CountsTable({ label, header, counts, empty = '' }: CountsTableProps) {
  const rows = counts.map(({ name, count }) => ({ key: name, cells: [name, formatCount(count)] }));
  return <MetricsTable label={label} columns={[header, '#Count']} rows={rows} empty={empty} />;
}
