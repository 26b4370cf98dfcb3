import type { ProductsBody, productsResponse } from '@landline/api/clients/contract';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { useClientsChanged } from '../use-clients-changed.ts';

/** POST /api/client-admin/client/:clientId/products */
const setProducts = (clientId: string, body: ProductsBody) =>
  request<z.infer<typeof productsResponse>>(
    `/api/client-admin/client/${encodeURIComponent(clientId)}/products`,
    { method: 'POST', body },
  );

export function useSetProducts(clientId: string) {
  const changed = useClientsChanged();
  return useMutation({
    mutationFn: (body: ProductsBody) => setProducts(clientId, body),
    onSuccess: changed,
  });
}
