import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stat-card.module.css';

/** A statistic with its label. */
export function StatCard({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={classes.card}>
      <Box component="dt" fz="sm" c="dimmed">
        {label}
      </Box>
      <dd className={`${classes.value} num`}>{value}</dd>
      {note && (
        <Box component="dd" m="2px 0 0" fz="sm" c="dimmed">
          {note}
        </Box>
      )}
    </div>
  );
}

/** A row of statistics. */
export function StatCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={classes.cards} aria-label={label}>
      {children}
    </dl>
  );
}
