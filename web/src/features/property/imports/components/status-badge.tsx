import type { DatasetImport } from '@landline/api/property/imports/contract';
import type { ImportStatus } from '@landline/event-schemas/lifecycles/dataset-import';
import { Tag, type Tone } from '../../../../shared/ui/tag.tsx';
import { percentDone } from '../progress.ts';

/** Label and tone of each import status. */
const STATUS: Record<ImportStatus, { label: string; tone: Tone }> = {
  uploading: { label: 'Uploading', tone: 'accent' },
  running: { label: 'Importing', tone: 'accent' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Canceled', tone: 'quiet' },
};

/** The status of an import, with the progress of a running one. */
export function StatusBadge({ datasetImport }: { datasetImport: DatasetImport }) {
  const { label, tone } = STATUS[datasetImport.status];
  return (
    <Tag tone={tone}>
      {label}
      {datasetImport.status === 'running' && ` ${percentDone(datasetImport)}%`}
    </Tag>
  );
}
