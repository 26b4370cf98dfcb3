import type { PublicReport } from '@landline/api/assistant/analytics/contract';
import { apiPath } from '../../../shared/http/api-path.ts';
import { request } from '../../../shared/http/request.ts';

/** GET /api/public/analytics-report/:token */
export const getSharedReport = (token: string, signal: AbortSignal) =>
  request<PublicReport>(apiPath`/api/public/analytics-report/${token}`, { signal });
