import type {
  ContentRequestBody,
  ContentRequestList,
  contentRequestSubmitted,
  PendingContentRequests,
} from '@landline/api/assistant/content-requests/contract';
import type { MessageResponse } from '@landline/api/platform/http/response-contract';
import type { ContentRequestStatus } from '@landline/event-schemas/lifecycles/content-request';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand, useSend } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { useIsStaff } from '../../../platform/session/context.ts';
import { contentRequestKeys } from '../keys.ts';

/** GET /api/ai/content-requests/client/{clientId}, or its staff version. */
export const useContentRequests = (clientId: string, asStaff = false) =>
  useGet<ContentRequestList, ContentRequestList['requests']>(
    contentRequestKeys.of(clientId),
    asStaff
      ? apiPath`/api/ai/admin-content-requests/client/${clientId}`
      : apiPath`/api/ai/content-requests/client/${clientId}`,
    { select: ({ requests }) => requests },
  );

/** GET /api/ai/admin-content-requests/pending */
export const usePendingRequests = () =>
  useGet<PendingContentRequests, PendingContentRequests['requests']>(
    contentRequestKeys.pending(),
    '/api/ai/admin-content-requests/pending',
    { select: ({ requests }) => requests, enabled: useIsStaff('SuperAdmin', 'Admin') },
  );

/** POST /api/ai/content-requests */
export const useSubmitRequest = () =>
  useSend<ContentRequestBody, z.infer<typeof contentRequestSubmitted>>('POST', '/api/ai/content-requests', [
    contentRequestKeys.all,
  ]);

/** PATCH /api/ai/admin-content-requests/{id}/status */
export const useSetRequestStatus = () =>
  useCommand(
    ({ id, ...body }: { id: string; status: ContentRequestStatus; adminNotes: string }) =>
      request<MessageResponse>(apiPath`/api/ai/admin-content-requests/${id}/status`, {
        method: 'PATCH',
        body,
      }),
    [contentRequestKeys.all],
  );
