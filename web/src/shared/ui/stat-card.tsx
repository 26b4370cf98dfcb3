import type { ReactNode } from 'react';
import classes from './stat-card.module.css';

/** A figure with its label. */
export function StatCard({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={classes.card}>
      <dt className={classes.label}>{label}</dt>
      <dd className={`${classes.value} num`}>{value}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}

/** A row of figures. */
export function StatCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={classes.cards} aria-label={label}>
      {children}
    </dl>
  );
}
