import type { Dataset } from '@landline/api/property/datasets/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { messageOf } from '../../../../shared/http/errors.ts';
import { useNotifications } from '../../../clients/notifications/provider.tsx';
import { useIsDemo } from '../../../platform/session/context.ts';
import { useExportCandidates } from '../api/candidates.ts';
import { useListState } from '../list-state.ts';

/** Exports the filtered list; hidden for IOS datasets and demo accounts (spec 001 §2, §6). */
export function ExportButton({ dataset }: { dataset: Dataset }) {
  const { state } = useListState(dataset.property_type);
  const notify = useNotifications();
  const download = useExportCandidates(dataset.dataset_key, state);
  const isDemo = useIsDemo();
  if (dataset.property_type === 'ios' || isDemo) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.7} />}
      disabled={download.isPending}
      onClick={() =>
        download.mutate(undefined, {
          onError: (error) => notify.error(`Failed to export data: ${messageOf(error)}`),
        })
      }
    >
      {download.isPending ? 'Exporting...' : 'Export CSV'}
    </Button>
  );
}
