import { useMutation } from '@tanstack/react-query';
import { requestFile } from '../../../shared/http/request.ts';

interface Client {
  id: string;
  name: string;
}

/** POST /api/ai/clients/:id/export: everything that is known of a client, as a file. */
async function exportClient({ id, name }: Client): Promise<void> {
  const file = await requestFile(`/api/ai/clients/${encodeURIComponent(id)}/export`, { method: 'POST' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.toLowerCase().replace(/[^a-z\d]+/g, '-')}.ndjson`;
  link.click();
  URL.revokeObjectURL(url);
}

export const useExportClient = (client: Client) => useMutation({ mutationFn: () => exportClient(client) });
