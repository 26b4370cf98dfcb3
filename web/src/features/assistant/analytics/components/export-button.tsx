import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { messageOf } from '../../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { type ExportedView, useExportView } from '../api/commands.ts';
import type { Filters } from '../filters.ts';

interface ExportButtonProps {
  view: ExportedView;
  clientId: string | null;
  filters: Filters;
}

export function ExportButton({ view, clientId, filters }: ExportButtonProps) {
  const exportView = useExportView(view, clientId, filters);
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} stroke={1.6} />}
        loading={exportView.isPending}
        onClick={() => exportView.mutate()}
      >
        Export CSV
      </Button>
      <NoticeAlert notice={exportView.error ? { kind: 'error', text: messageOf(exportView.error) } : null} />
    </div>
  );
}
