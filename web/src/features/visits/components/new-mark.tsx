import type { CandidateRow } from '@landline/api/candidates/contract';
import { use } from 'react';
import { formatDate } from '../../../shared/format.ts';
import { VisitContext } from '../visit-context.ts';
import classes from './new-mark.module.css';

/** Says that a candidate was imported since the last visit. */
export function NewMark({ row: { first_imported_at } }: { row: CandidateRow }) {
  const since = use(VisitContext);
  if (since === null || first_imported_at === null || first_imported_at <= since) return null;
  const title = `New since your last visit on ${formatDate(new Date(since).toISOString())}`;
  return (
    <span className={classes.mark} title={title}>
      New
    </span>
  );
}
