import { useMutation } from '@tanstack/react-query';
import { requestDownload } from '../../../shared/http/request.ts';
import { saveFile } from '../../../shared/http/save-file.ts';
import { type Filters, queryOf } from '../filters.ts';

export type ExportedView = 'usage' | 'faq' | 'gaps' | 'words';

/** GET /api/ai/analytics/export: a view's table as CSV. */
export const useExportView = (view: ExportedView, clientId: string | null, filters: Filters) =>
  useMutation({
    mutationFn: async () =>
      saveFile(
        await requestDownload('/api/ai/analytics/export', { query: { ...queryOf(filters, clientId), view } }),
      ),
  });
