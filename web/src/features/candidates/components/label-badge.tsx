import type { Classification } from '@landline/event-schemas';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import classes from './label-badge.module.css';

/** What a person said of a candidate; nothing when nobody did. */
export function LabelBadge({ label }: { label: Classification | null }) {
  if (label === null) return null;
  const Icon = label === 'good' ? IconThumbUp : IconThumbDown;
  return (
    <span className={classes.label} data-label={label}>
      <Icon size={14} stroke={1.8} /> {label === 'good' ? 'Good' : 'Bad'}
    </span>
  );
}
