import type { CandidateRow } from '@landline/api/property/candidates/contract';
import { use } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { VisitContext } from '../visit-context.ts';
import classes from './new-badge.module.css';

/** Marks a candidate that was imported since the user's last visit. */
export function NewBadge({ row: { first_imported_at } }: { row: CandidateRow }) {
  const since = use(VisitContext);
  if (since === null || first_imported_at === null || first_imported_at <= since) return null;
  const title = `New since your last visit on ${formatDate(new Date(since).toISOString())}`;
  return (
    <span className={classes.mark} title={title}>
      New
    </span>
  );
}
