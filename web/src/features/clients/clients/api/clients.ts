import type {
  AddClientBody,
  ClientRecord,
  closeClientResponse,
  EditClientBody,
  ProductsBody,
  productsResponse,
} from '@landline/api/clients/clients/contract';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { requestFile } from '../../../../shared/http/request.ts';
import { saveFile } from '../../../../shared/http/save-file.ts';
import { useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { exportFileName } from '../export-file-name.ts';
import { clientKeys } from '../keys.ts';

const CLIENTS = '/api/ai/clients';

/** GET /api/ai/clients: sorted by name, without closed clients */
export function useClients(enabled = true) {
  const isAllowed = useIsStaff('SuperAdmin', 'Admin');
  return useGet<ClientRecord[]>(clientKeys.list(), CLIENTS, { enabled: isAllowed && enabled });
}

/** GET /api/ai/clients/:id */
export const useClientRecord = (clientId: string) =>
  useGet<ClientRecord>(clientKeys.one(clientId), apiPath`/api/ai/clients/${clientId}`, {
    enabled: useIsStaff('SuperAdmin', 'Admin'),
  });

/** POST /api/ai/clients */
export const useAddClient = () => useSend<AddClientBody, ClientRecord>('POST', CLIENTS, ['clients']);

/** PATCH /api/ai/clients/:id */
export const useEditClient = (clientId: string) =>
  useSend<EditClientBody, ClientRecord>('PATCH', apiPath`/api/ai/clients/${clientId}`, ['clients']);

/** POST /api/client-admin/client/:clientId/products */
export const useSetProducts = (clientId: string) =>
  useSend<ProductsBody, z.infer<typeof productsResponse>>(
    'POST',
    apiPath`/api/client-admin/client/${clientId}/products`,
    ['clients'],
  );

/** POST /api/ai/clients/:id/close */
export const useCloseClient = (clientId: string) =>
  useSend<{ confirmation: string }, z.infer<typeof closeClientResponse>>(
    'POST',
    apiPath`/api/ai/clients/${clientId}/close`,
    ['clients'],
  );

/** POST /api/ai/clients/:id/export: all data of a client, as a file */
export const useExportClient = (client: Pick<ClientRecord, 'id' | 'name'>) =>
  useMutation({
    mutationFn: async () => {
      const file = await requestFile(apiPath`/api/ai/clients/${client.id}/export`, { method: 'POST' });
      saveFile({ file, name: exportFileName(client) });
    },
  });
