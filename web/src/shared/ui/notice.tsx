import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** What came of something, in a strip of its own; read out when it appears. */
export function Notice({ kind, children }: { kind: 'success' | 'notice' | 'error'; children: ReactNode }) {
  return (
    <p className={classes.notice} data-kind={kind} role="status">
      {children}
    </p>
  );
}
