import type { digestResponse } from '@landline/api/property/digest/contract';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGetData } from '../../../../shared/http/use-get.ts';
import { digestKey } from '../keys.ts';

const DIGEST = '/api/geo/digest';

/** GET /api/geo/digest: whether the user gets new premium leads by email. */
export const useDigest = (enabled: boolean) =>
  useGetData<z.infer<typeof digestResponse>['data'], boolean>(digestKey, DIGEST, {
    select: ({ subscribed }) => subscribed,
    enabled,
  });

/** PUT /api/geo/digest */
export const useSetDigest = () =>
  useCommand(
    (subscribed: boolean) => request<unknown>(DIGEST, { method: 'PUT', body: { subscribed } }),
    [digestKey],
  );
