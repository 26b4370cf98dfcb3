import type { CandidateRow } from '@landline/api/property/candidates/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { wordsOf } from '../../../../shared/format.ts';
import { qualityFlagsOf } from '../data-quality.ts';
import classes from './data-quality-icon.module.css';

/** Warns about the data quality of a parcel. */
export function DataQualityIcon({ row }: { row: CandidateRow }) {
  const flags = qualityFlagsOf(row);
  if (flags.length === 0) return null;
  const text = `Data quality: ${flags.map(wordsOf).join(', ')}`;
  return (
    <span className={classes.mark} role="img" aria-label={text} title={text}>
      <IconAlertTriangle size={14} stroke={1.8} />
    </span>
  );
}
