import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import type { EnvironmentLayer } from '@landline/event-schemas';
import { Group } from '@mantine/core';
import { formatDate } from '../../../../shared/format.ts';
import { Tag } from '../../../../shared/ui/tag.tsx';

interface SourceNoteProps {
  candidate: Pick<CandidateDetail, 'source' | 'is_demo'>;
  /** Layer that the value comes from; undefined if it is from the candidate's own file. */
  layer?: EnvironmentLayer | undefined;
}

/** Source and date of a value; demo data is tagged. */
export function SourceNote({ candidate: { source, is_demo }, layer }: SourceNoteProps) {
  const details =
    layer && [layer.note, layer.licence && `License: ${layer.licence}`].filter(Boolean).join(' ');
  const name = layer ? layer.source : is_demo ? 'Demo data' : 'Parcel file';
  return (
    <Group component="small" gap="2px 8px" fz="xs" fw={450} c="dimmed" title={details || undefined}>
      {name}, {layer ? layer.source_date : formatDate(source.imported_at)}
      {(layer ? layer.is_made_up : is_demo) && <Tag tone="notice">Demo data</Tag>}
    </Group>
  );
}
