import type { DatasetImport } from '@landline/api/imports/contract';
import { Tag } from '../../../shared/ui/tag.tsx';
import { percentDone } from '../progress.ts';
import { STATUS } from '../status.ts';

/** The state of an import; of a running one, how far it is. */
export function StatusBadge({ run }: { run: DatasetImport }) {
  const { label, tone } = STATUS[run.status];
  return (
    <Tag tone={tone}>
      {label}
      {run.status === 'running' && ` ${percentDone(run)} %`}
    </Tag>
  );
}
