import type { Classification } from '@landline/event-schemas';
import { CLASSIFICATION_DISPLAY } from '../classification-display.ts';
import classes from './classification-badge.module.css';

/** A candidate's classification; nothing when it has none. */
export function ClassificationBadge({ classification }: { classification: Classification | null }) {
  if (classification === null) return null;
  const { label, Icon } = CLASSIFICATION_DISPLAY[classification];
  return (
    <span className={classes.badge} data-classification={classification}>
      <Icon size={14} stroke={1.8} /> {label}
    </span>
  );
}
