import type { grantedResponse } from '@landline/api/grants/contract';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { useGrantsChanged } from '../use-grants-changed.ts';

/** DELETE /api/geo/datasets/revoke-access/:accessId */
const revoke = (accessId: string) =>
  request<z.infer<typeof grantedResponse>>(
    `/api/geo/datasets/revoke-access/${encodeURIComponent(accessId)}`,
    { method: 'DELETE' },
  );

export function useRevoke() {
  const changed = useGrantsChanged();
  return useMutation({ mutationFn: revoke, onSuccess: changed });
}
