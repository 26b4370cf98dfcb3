import { sql } from 'slonik';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { liveGeneration } from '../live-generation.ts';
import { systemStats } from './contract.ts';

/** GET /api/system-stats: the statistic cards of the system overview (spec 000 §2, §3). */
export function statsRoutes({ pool }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/system-stats',
      may: ['SuperAdmin'],
      summary: 'How many clients, users, answers and recent content requests there are',
      response: systemStats,
      reads: ['clients', 'staff', 'analytics', 'content-requests'],
      async handle() {
        return pool.one(sql.type(systemStats)`
          SELECT
            (SELECT count(*)::int FROM read.client
             WHERE generation = ${liveGeneration('clients')} AND closed_at IS NULL AND has_ai_assistant)
              AS "totalClients",
            (SELECT count(*)::int FROM read.staff_user WHERE generation = ${liveGeneration('staff')})
            + (SELECT count(*)::int FROM read.client_user JOIN read.client USING (generation, client_id)
               WHERE generation = ${liveGeneration('clients')} AND closed_at IS NULL) AS "totalUsers",
            (SELECT coalesce(sum(answers), 0)::int FROM read.billing_day
             WHERE generation = ${liveGeneration('analytics')}) AS "totalAIMessages",
            (SELECT count(*)::int FROM read.content_request
             WHERE generation = ${liveGeneration('content-requests')} AND created_at > now() - interval '24 hours')
              AS "recentRequests"
        `);
      },
    }),
  ];
}
