import type { DatasetImport } from '@landline/api/property/imports/contract';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { percentDone } from '../progress.ts';
import { STATUS } from '../status.ts';

/** The status of an import, with the progress of a running one. */
export function StatusBadge({ run }: { run: DatasetImport }) {
  const { label, tone } = STATUS[run.status];
  return (
    <Tag tone={tone}>
      {label}
      {run.status === 'running' && ` ${percentDone(run)}%`}
    </Tag>
  );
}
