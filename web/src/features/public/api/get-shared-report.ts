import type { PublicReport } from '@landline/api/analytics/contract';
import { request } from '../../../shared/http/request.ts';

/** GET /api/public/analytics-report/:token: what somebody shared by a link. */
export const getSharedReport = (token: string, signal: AbortSignal) =>
  request<PublicReport>(`/api/public/analytics-report/${encodeURIComponent(token)}`, { signal });
