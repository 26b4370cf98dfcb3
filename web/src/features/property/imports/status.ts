import type { ImportStatus } from '@landline/event-schemas/lifecycles/dataset-import';
import type { Tone } from '../../../shared/ui/tag.tsx';

/** Label and tone of each import status. */
export const STATUS: Record<ImportStatus, { label: string; tone: Tone }> = {
  uploading: { label: 'Uploading', tone: 'accent' },
  running: { label: 'Importing', tone: 'accent' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Canceled', tone: 'quiet' },
};
