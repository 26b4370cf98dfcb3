import type {
  AddClientBody,
  ClientRecord,
  closeClientResponse,
  EditClientBody,
  ProductsBody,
  productsResponse,
} from '@landline/api/clients/clients/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request, requestFile } from '../../../../shared/http/request.ts';
import { saveFile } from '../../../../shared/http/save-file.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { clientKeys } from '../keys.ts';

const CLIENTS = '/api/ai/clients';
const pathOf = (clientId: string) => `${CLIENTS}/${encodeURIComponent(clientId)}`;

/** GET /api/ai/clients: by name, without closed clients */
export const useClients = (wanted = true) =>
  useQuery({
    queryKey: clientKeys.list(),
    queryFn: ({ signal }) => request<ClientRecord[]>(CLIENTS, { signal }),
    enabled: useIsStaff('SuperAdmin', 'Admin') && wanted,
  });

/** GET /api/ai/clients/:id */
export const useClientRecord = (clientId: string) =>
  useQuery({
    queryKey: clientKeys.one(clientId),
    queryFn: ({ signal }) => request<ClientRecord>(pathOf(clientId), { signal }),
    enabled: useIsStaff('SuperAdmin', 'Admin'),
  });

/** POST /api/ai/clients */
export const useAddClient = () =>
  useCommand((body: AddClientBody) => request<ClientRecord>(CLIENTS, { method: 'POST', body }), ['clients']);

/** PATCH /api/ai/clients/:id */
export const useEditClient = (clientId: string) =>
  useCommand(
    (body: EditClientBody) => request<ClientRecord>(pathOf(clientId), { method: 'PATCH', body }),
    ['clients'],
  );

/** POST /api/client-admin/client/:clientId/products */
export const useSetProducts = (clientId: string) =>
  useCommand(
    (body: ProductsBody) =>
      request<z.infer<typeof productsResponse>>(
        `/api/client-admin/client/${encodeURIComponent(clientId)}/products`,
        { method: 'POST', body },
      ),
    ['clients'],
  );

/** POST /api/ai/clients/:id/close */
export const useCloseClient = (clientId: string) =>
  useCommand(
    (confirmation: string) =>
      request<z.infer<typeof closeClientResponse>>(`${pathOf(clientId)}/close`, {
        method: 'POST',
        body: { confirmation },
      }),
    ['clients'],
  );

/** POST /api/ai/clients/:id/export: all data of a client, as a file */
export const useExportClient = ({ id, name }: Pick<ClientRecord, 'id' | 'name'>) =>
  useMutation({
    mutationFn: async () => {
      const file = await requestFile(`${pathOf(id)}/export`, { method: 'POST' });
      saveFile({ file, name: `${name.toLowerCase().replace(/[^a-z\d]+/g, '-')}.ndjson` });
    },
  });
