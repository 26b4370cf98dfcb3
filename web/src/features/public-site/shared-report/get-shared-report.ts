import type { PublicReport } from '@landline/api/assistant/analytics/contract';
import { request } from '../../../shared/http/request.ts';

/** GET /api/public/analytics-report/:token */
export const getSharedReport = (token: string, signal: AbortSignal) =>
  request<PublicReport>(`/api/public/analytics-report/${encodeURIComponent(token)}`, { signal });
