import { useMutation } from '@tanstack/react-query';
import { requestDownload } from '../../../shared/http/request.ts';
import { saveFile } from '../../../shared/http/save-file.ts';
import { FILTER_NAMES, type ListState } from '../list-state.ts';

/** What an export asks for: the filters and the order of the list, and always a minimum score, 0 too (spec 001 §9). */
export function exportQuery(datasetKey: string, state: ListState) {
  const filters = Object.fromEntries(FILTER_NAMES.map((name) => [name, state[name]]));
  const { sortBy, sortOrder } = state;
  return { datasetKey, ...filters, sortBy, sortOrder, minScore: state.minScore ?? 0 };
}

/** GET /api/geo/candidates/export/csv: everything that the filters show, as a file that the server names. */
async function exportCandidates(datasetKey: string, state: ListState): Promise<void> {
  const path = '/api/geo/candidates/export/csv';
  saveFile(
    await requestDownload(path, { query: exportQuery(datasetKey, state), headers: { Accept: 'text/csv' } }),
  );
}

export const useExportCandidates = (datasetKey: string, state: ListState) =>
  useMutation({ mutationFn: () => exportCandidates(datasetKey, state) });
