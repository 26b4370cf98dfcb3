import type { ReactNode } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import type { Step } from '../steps.ts';
import classes from './figures.module.css';

/** The word for a figure; nothing where there is none. */
export function StepTag({ step }: { step: Step | null }) {
  return step && <Tag tone={step.tone}>{step.word}</Tag>;
}

interface FiguresTableProps {
  label: string;
  /** Those whose name begins with # are figures, at the right. */
  columns: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Said where there are no rows. */
  empty?: string;
}

/** From so many columns on a row is a card on a phone. */
const WIDE = 3;

/** A table that scrolls sideways where it has to; on a phone the rows of a wide one are cards. */
export function FiguresTable({ label, columns, rows, empty = '' }: FiguresTableProps) {
  if (rows.length === 0) return <EmptyState title="No data available">{empty}</EmptyState>;
  const isFigure = (column: string | undefined) => column?.startsWith('#') || undefined;
  const isWide = columns.length >= WIDE;
  return (
    <ScrollFrame label={`${label}, scrolls sideways`}>
      <table
        className={`${table.table} ${classes.figures} ${isWide ? `${table.stacked} ${classes.cards}` : ''}`}
        aria-label={label}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} data-num={isFigure(column)}>
                {column.replace('#', '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  data-num={isFigure(columns[index])}
                  data-label={isWide && isFigure(columns[index]) ? columns[index]?.slice(1) : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

/** Tables beside each other in a card. */
export function Beside({ children }: { children: ReactNode }) {
  return <div className={classes.beside}>{children}</div>;
}

/** Names and how often each was counted. */
export function CountsTable({
  label,
  what,
  counts,
  empty,
}: {
  label: string;
  what: string;
  counts: readonly { readonly name: string; readonly count: number }[];
  empty: string;
}) {
  const rows = counts.map(({ name, count }) => ({ key: name, cells: [name, formatCount(count)] }));
  return <FiguresTable label={label} columns={[what, '#Count']} rows={rows} empty={empty} />;
}
