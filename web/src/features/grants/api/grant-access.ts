import type { grantedResponse } from '@landline/api/grants/contract';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { useGrantsChanged } from '../use-grants-changed.ts';

/** `zipcodeDatasetIds`: only these zip codes; without it, all of the city. */
interface Grant {
  clientId: string;
  cityDatasetId: string;
  zipcodeDatasetIds?: readonly string[];
}

/** POST /api/geo/datasets/grant-city-access, or grant-zipcode-access */
const grant = (body: Grant) =>
  request<z.infer<typeof grantedResponse>>(
    `/api/geo/datasets/grant-${body.zipcodeDatasetIds ? 'zipcode' : 'city'}-access`,
    { method: 'POST', body },
  );

export function useGrant() {
  const changed = useGrantsChanged();
  return useMutation({ mutationFn: grant, onSuccess: changed });
}
