import { useMutation } from '@tanstack/react-query';
import { requestFile } from '../../../shared/http/request.ts';
import { saveFile } from '../../../shared/http/save-file.ts';

interface Client {
  id: string;
  name: string;
}

/** POST /api/ai/clients/:id/export: everything that is known of a client, as a file. */
async function exportClient({ id, name }: Client): Promise<void> {
  const file = await requestFile(`/api/ai/clients/${encodeURIComponent(id)}/export`, { method: 'POST' });
  saveFile({ file, name: `${name.toLowerCase().replace(/[^a-z\d]+/g, '-')}.ndjson` });
}

export const useExportClient = (client: Client) => useMutation({ mutationFn: () => exportClient(client) });
