import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';

/** Label, icon and color of each classification. */
export const CLASSIFICATION_DISPLAY = {
  good: { label: 'Good', Icon: IconThumbUp, color: 'var(--grade-excellent)' },
  bad: { label: 'Bad', Icon: IconThumbDown, color: 'var(--grade-unsuitable)' },
} as const;
