import type { CandidateRow } from '@landline/api/candidates/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { wordsOf } from '../../../shared/format.ts';
import { qualityOf } from '../quality.ts';
import classes from './quality-mark.module.css';

/** Says that what is known of a parcel is to be taken with care, and why. */
export function QualityMark({ row }: { row: CandidateRow }) {
  const flags = qualityOf(row);
  if (flags.length === 0) return null;
  const text = `Data quality: ${flags.map(wordsOf).join(', ')}`;
  return (
    <span className={classes.mark} role="img" aria-label={text} title={text}>
      <IconAlertTriangle size={14} stroke={1.8} />
    </span>
  );
}
