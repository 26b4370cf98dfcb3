import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** A strip with the outcome of an action; announced when it appears. */
export function Notice({ kind, children }: { kind: 'success' | 'notice' | 'error'; children: ReactNode }) {
  return (
    <p className={classes.notice} data-kind={kind} role="status">
      {children}
    </p>
  );
}
