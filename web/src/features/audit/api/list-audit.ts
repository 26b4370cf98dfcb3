import type { auditResponse } from '@landline/api/audit/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../shared/http/request.ts';
import { keys } from '../../../shared/query-keys.ts';
import { useIsStaff } from '../../session/context.ts';

const LIMIT = 10;

/** GET /api/audit */
const listAudit = (entity: string, page: number, signal: AbortSignal) =>
  request<z.infer<typeof auditResponse>>('/api/audit', { query: { entity, page, limit: LIMIT }, signal });

/** What happened to something, newest first. */
export function useAudit(entity: string, page: number) {
  const enabled = useIsStaff('SuperAdmin', 'Admin');
  return useQuery({
    queryKey: keys.audit.of(entity, page),
    queryFn: ({ signal }) => listAudit(entity, page, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}
