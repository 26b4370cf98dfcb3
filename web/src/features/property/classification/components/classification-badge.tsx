import type { Classification } from '@landline/event-schemas';
import { Group } from '@mantine/core';
import { CLASSIFICATION_DISPLAY } from '../classification-display.ts';

/** A candidate's classification; renders nothing if there is none. */
export function ClassificationBadge({ classification }: { classification: Classification | null }) {
  if (classification === null) return null;
  const { label, Icon, color } = CLASSIFICATION_DISPLAY[classification];
  return (
    <Group
      component="span"
      display="inline-flex"
      gap={4}
      wrap="nowrap"
      fz="sm"
      fw={550}
      c={color}
      data-classification={classification}
    >
      <Icon size={14} stroke={1.8} /> {label}
    </Group>
  );
}
