import type { auditResponse, undoResponse } from '@landline/api/platform/activity/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../shared/http/request.ts';
import { useCommand } from '../../../../shared/http/use-command.ts';
import { useIsStaff } from '../../session/context.ts';
import { activityKeys } from '../keys.ts';

const LIMIT = 10;

/** GET /api/audit: the history of an entity, newest first */
export const useAudit = (entity: string, page: number) =>
  useQuery({
    queryKey: activityKeys.of(entity, page),
    queryFn: ({ signal }) =>
      request<z.infer<typeof auditResponse>>('/api/audit', { query: { entity, page, limit: LIMIT }, signal }),
    placeholderData: keepPreviousData,
    enabled: useIsStaff('SuperAdmin', 'Admin'),
  });

/** POST /api/audit/:position/undo: may change any data, so everything is refetched */
export const useUndo = () =>
  useCommand(
    (position: string) =>
      request<z.infer<typeof undoResponse>>(`/api/audit/${position}/undo`, { method: 'POST' }),
    [[]],
  );
