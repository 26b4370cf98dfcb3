import type {
  cleanupResponse,
  RollbackBody,
  rollbackResponse,
  VersionBody,
  versionCreatedResponse,
} from '@landline/api/operations/system-versions/contract';
import type { MessageResponse } from '@landline/api/platform/http/response-contract';
import type { z } from 'zod';
import { apiPath } from '../../../../shared/http/api-path.ts';
import { request } from '../../../../shared/http/request.ts';
import { useCommand, useSend } from '../../../../shared/http/use-command.ts';
import { systemVersionKeys } from '../keys.ts';

const PATH = '/api/ai/system';
const REFETCHED_KEYS = [systemVersionKeys.all];
type Created = z.infer<typeof versionCreatedResponse>;

/** POST /api/ai/system/snapshot */
export const useSnapshot = () =>
  useCommand(() => request<Created>(`${PATH}/snapshot`, { method: 'POST', body: {} }), REFETCHED_KEYS);

/** POST /api/ai/system/versions */
export const useCreateVersion = () =>
  useSend<VersionBody, Created>('POST', `${PATH}/versions`, REFETCHED_KEYS);

/** POST /api/ai/system/rollback/:id */
export const useRollback = (id: string) =>
  useSend<RollbackBody, z.infer<typeof rollbackResponse>>(
    'POST',
    apiPath`/api/ai/system/rollback/${id}`,
    REFETCHED_KEYS,
  );

/** POST /api/ai/system/rollback/:id/resume and POST /api/ai/system/rollback/:id/abandon */
export const useRollbackStep = (id: string, step: 'resume' | 'abandon') =>
  useSend<void, MessageResponse>('POST', apiPath`/api/ai/system/rollback/${id}/${step}`, REFETCHED_KEYS);

/** DELETE /api/ai/system/versions/:id */
export const useDeleteVersion = (id: string) =>
  useSend<void, MessageResponse>('DELETE', apiPath`/api/ai/system/versions/${id}`, REFETCHED_KEYS);

/** POST /api/ai/system/cleanup */
export const useCleanup = () =>
  useSend<void, z.infer<typeof cleanupResponse>>('POST', `${PATH}/cleanup`, REFETCHED_KEYS);
