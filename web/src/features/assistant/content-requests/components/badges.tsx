import type { ContentRequestRecord } from '@landline/api/assistant/content-requests/contract';
import type { ContentRequestPriority } from '@landline/event-schemas';
import type { ContentRequestStatus } from '@landline/event-schemas/lifecycles/content-request';
import { Box } from '@mantine/core';
import common from '../../../../shared/ui/common.module.css';
import { Tag, type Tone } from '../../../../shared/ui/tag.tsx';

const STATUS: Readonly<Record<ContentRequestStatus, { label: string; tone: Tone }>> = {
  pending: { label: 'Pending', tone: 'notice' },
  processing: { label: 'Processing', tone: 'accent' },
  completed: { label: 'Completed', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
};
const PRIORITY: Readonly<Record<ContentRequestPriority, { label: string; tone: Tone }>> = {
  low: { label: 'Low', tone: 'quiet' },
  medium: { label: 'Medium', tone: 'notice' },
  high: { label: 'High', tone: 'bad' },
};

/** Table cell with the status of a request and the staff's note. */
export const requestStatusCell = ({ status, adminNotes }: ContentRequestRecord) => (
  <>
    <Tag tone={STATUS[status].tone}>{STATUS[status].label}</Tag>
    {adminNotes && (
      <Box component="span" display="block" maw={340} c="dimmed" fz="sm" className={common.wrap ?? ''}>
        {adminNotes}
      </Box>
    )}
  </>
);
export const RequestPriority = ({ priority }: { priority: ContentRequestPriority }) => (
  <Tag outline tone={PRIORITY[priority].tone}>
    {PRIORITY[priority].label}
  </Tag>
);
export const REQUEST_PRIORITIES = Object.entries(PRIORITY).map(([value, { label }]) => ({ value, label }));
