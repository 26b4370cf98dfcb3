import { Skeleton } from '@mantine/core';
import classes from './list-skeleton.module.css';

const WIDTHS = ['22%', '8%', '8%', '9%', '6%', '10%', '8%', '6%', '7%'];

/** Loading rows in the shape of the columns. */
export function ListSkeleton() {
  return (
    <div className={classes.frame} role="status" aria-label="Loading properties">
      {Array.from({ length: 12 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no identity
        <div key={row} className={classes.row}>
          {WIDTHS.map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a skeleton have no identity
            <Skeleton key={column} height={12} width={width} />
          ))}
        </div>
      ))}
    </div>
  );
}
