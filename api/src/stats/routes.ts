import { sql } from 'slonik';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { systemStats } from './contract.ts';

const liveGeneration = (name: string) =>
  sql.fragment`(SELECT live_generation FROM read.projector WHERE name = ${name})`;

const counted = systemStats.omit({ recentRequests: true });

/** No event is a content request: there have been none. */
const NONE_YET = { recentRequests: 0 };

/** GET /api/system-stats: the statistic cards of the system overview (spec 000 §2, §3). */
export function statsRoutes({ pool }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/system-stats',
      may: ['SuperAdmin'],
      summary: 'How many clients, users, answers and recent content requests there are',
      response: systemStats,
      reads: ['clients', 'staff', 'analytics'],
      async handle() {
        const figures = await pool.one(sql.type(counted)`
          SELECT
            (SELECT count(*)::int FROM read.client
             WHERE generation = ${liveGeneration('clients')} AND closed_at IS NULL) AS "totalClients",
            (SELECT count(*)::int FROM read.staff_user WHERE generation = ${liveGeneration('staff')})
            + (SELECT count(*)::int FROM read.client_user JOIN read.client USING (generation, client_id)
               WHERE generation = ${liveGeneration('clients')} AND closed_at IS NULL) AS "totalUsers",
            (SELECT coalesce(sum(answers), 0)::int FROM read.billing_day
             WHERE generation = ${liveGeneration('analytics')}) AS "totalAIMessages"
        `);
        return { ...figures, ...NONE_YET };
      },
    }),
  ];
}
