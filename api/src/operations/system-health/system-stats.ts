import { type CommonQueryMethods, sql } from 'slonik';
import { CLIENT_USERS, CLIENTS } from '../../clients/clients/queries.ts';
import { STAFF_USERS } from '../../identity/users/directory.ts';
import { liveGeneration } from '../../platform/live-generation.ts';
import { type SystemStats, systemStats } from './status-contract.ts';

/** Reads the figures of the system overview (spec 000 §2, §3). */
export const readSystemStats = (db: CommonQueryMethods): Promise<SystemStats> =>
  db.one(sql.type(systemStats)`
    SELECT
      (SELECT count(*)::int FROM ${CLIENTS} AS client WHERE closed_at IS NULL AND has_ai_assistant)
        AS "totalClients",
      (SELECT count(*)::int FROM ${STAFF_USERS} AS staff)
      + (SELECT count(*)::int FROM ${CLIENT_USERS} AS users JOIN ${CLIENTS} AS client USING (client_id)
         WHERE closed_at IS NULL) AS "totalUsers",
      (SELECT coalesce(sum(answers), 0)::int FROM read.billing_day
       WHERE generation = ${liveGeneration('analytics')}) AS "totalAIMessages",
      (SELECT count(*)::int FROM read.content_request
       WHERE generation = ${liveGeneration('content-requests')} AND created_at > now() - interval '24 hours')
        AS "recentRequests"
  `);
