import type { auditResponse } from '@landline/api/platform/activity/contract';
import type { MessageResponse } from '@landline/api/platform/http/response-contract';
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useGet } from '../../../../shared/http/use-get.ts';
import { useIsStaff } from '../../session/context.ts';
import { activityKeys } from '../keys.ts';

const LIMIT = 10;

/** GET /api/audit: the history of an entity, newest first */
export const useAudit = (entity: string, page: number) =>
  useGet<z.infer<typeof auditResponse>>(activityKeys.of(entity, page), '/api/audit', {
    query: { entity, page, limit: LIMIT },
    placeholderData: keepPreviousData,
    enabled: useIsStaff('SuperAdmin', 'Admin'),
  });

/** POST /api/audit/:position/undo: may change any data, so everything is refetched */
export const useUndo = () =>
  useCommand(
    (position: string) => request<MessageResponse>(`/api/audit/${position}/undo`, { method: 'POST' }),
    [[]],
  );
