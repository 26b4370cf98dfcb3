import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';

/** Label and icon of each classification. */
export const CLASSIFICATION_DISPLAY = {
  good: { label: 'Good', Icon: IconThumbUp },
  bad: { label: 'Bad', Icon: IconThumbDown },
} as const;
