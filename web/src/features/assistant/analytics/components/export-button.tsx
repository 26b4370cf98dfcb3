import { DownloadButton } from '../../../../shared/ui/download-button.tsx';
import { type ExportedView, exportPath } from '../api/commands.ts';
import type { Filters } from '../filters.ts';

interface ExportButtonProps {
  view: ExportedView;
  clientId: string | null;
  filters: Filters;
}

export const ExportButton = ({ view, clientId, filters }: ExportButtonProps) => (
  <DownloadButton path={exportPath(view, clientId, filters)} label="Export CSV" />
);
