import { Box, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stat-card.module.css';

interface StatCardProps {
  label: string;
  /** Undefined while loading. */
  value: ReactNode;
  note?: ReactNode;
}

/** A statistic with its label. */
export function StatCard({ label, value, note }: StatCardProps) {
  return (
    <div className={classes.card}>
      <Box component="dt" fz="sm" c="dimmed">
        {label}
      </Box>
      <dd className={`${classes.value} num`}>
        {value ?? <Skeleton width={56} height={30} role="status" aria-label="Loading" />}
      </dd>
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
